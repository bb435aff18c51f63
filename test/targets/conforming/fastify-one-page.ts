/**
 * Logs are few and short: each fits on one page or is empty, so that paging cannot be observed. The server accepts any text
 * as `from` and `to` and ignores it; it accepts no sortBy but status. Items are shorter than 12 characters. Errors have no
 * body. Successes are 202 and 207. Every field is required.
 */

import { type StrictOptions, start } from '../implementations/fastify-strict.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: StrictOptions = {
  logs: [
    { id: '7', shape: { count: 50, seed: 111, days: 2, item: items.short } },
    { id: '8', shape: { count: 0, seed: 112, days: 2, item: items.short } },
  ],
  pageSize: 50,
  token: 'Q29uZm9ybWFuY2U=',
  created: 207,
  ok: 202,
  end: undefined,
  time: 'none',
  bounds: '[]',
  sortFields: ['status'],
  defaultSort: 'createdAt',
  defaultDirection: 'desc',
  code: { digits: 6, lockAfter: 10 },
  errors: 'empty',
  chunked: false,
  maxUrl: 8000,
};

export const target: TargetDefinition = {
  name: 'fastify-one-page',
  choices: {
    make: 'fastify',
    successStatus: { create: 207, register: 207, verify: 202, logs: 202 },
    refusalStatus: 401,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    sortBy: ['status'],
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 403,
    requiredFields: everyField,
    pageSize: 50,
    takenEmail: 409,
  },
  unseen: {
    cursorCarriesFilters: 'one page',
    sortBy: 'no name of a time',
    pageSize: 'one page',
  },
  start: () => start(options),
};
