/**
 * There is hardly anything to read: the configured webhooks have one entry and none. Bounds are dates, `[]`. The server
 * answers 200 and 401. Both ends are absent, and no page has a cursor. A registration requires only the e-mail.
 */

import { type FeedOptions, start } from '../implementations/hono-feed.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: FeedOptions = {
  logs: [
    { id: 'new-1', shape: { count: 1, seed: 271, days: 1, item: items.opaque } },
    { id: 'new-2', shape: { count: 0, seed: 272, days: 1, item: items.opaque } },
  ],
  pageSize: 20,
  token: 'sparse-1b2c3d4e5f',
  statuses: { create: 200, register: 200, verify: 200, logs: 200 },
  refusal: 401,
  ends: { next: undefined, prev: undefined },
  carries: true,
  time: ['date'],
  otherTime: 'refused',
  upper: 'included',
  fields: ['date'],
  order: 'desc',
  contentType: 'application/json',
  pretty: false,
  codes: { digits: 6, wrongUntilNew: 10 },
  prefix: '',
};

export const target: TargetDefinition = {
  name: 'hono-sparse',
  choices: {
    make: 'hono',
    successStatus: options.statuses,
    refusalStatus: 401,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    timeFormat: 'date',
    rangeBounds: '[]',
    sortBy: ['date'],
    defaultOrder: 'desc',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: { ...everyField, register: ['email'] },
    limit: 'page-size',
    pageSize: 20,
  },
  unseen: {
    cursorCarriesFilters: 'one page',
    rangeBounds: 'one entry',
    timeFormat: 'one entry',
    sortBy: 'one entry',
    defaultOrder: 'one entry',
    itemsUnique: 'one entry',
    pageSize: 'one page',
  },
  start: () => start(options),
};
