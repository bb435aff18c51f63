/**
 * The server reads RFC 3339 and dates, `(]`, and lists the newest first. Pages hold 25 items, and every answer takes 20 ms.
 * Results can be sorted by createdAt only. Successes are 202 and 200, in chunks; errors are problem+json. Both ends are
 * absent. Codes have five digits; two wrong ones lock the user. The letter case of an e-mail does not matter. Every field
 * is required.
 */

import { type StrictOptions, start } from '../implementations/fastify-strict.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: StrictOptions = {
  logs: [
    { id: 'zone', shape: { count: 160, seed: 251, days: 50, ties: 2, item: items.json } },
    { id: 'zone-', shape: { count: 25, seed: 252, days: 50, item: items.json } },
    { id: 'zone2', shape: { count: 26, seed: 253, days: 50, item: items.json } },
  ],
  pageSize: 25,
  token: 'v4.local.kV1yZXN0aW5nLXBhc2V0by1saWtl',
  created: 202,
  ok: 200,
  end: undefined,
  time: 'rfc3339-or-date',
  bounds: '(]',
  sortFields: ['createdAt'],
  defaultSort: 'createdAt',
  defaultDirection: 'desc',
  code: { digits: 5, lockAfter: 2 },
  errors: 'problem',
  chunked: true,
  maxUrl: 7000,
  network: { latencyMs: 20 },
};

export const target: TargetDefinition = {
  name: 'fastify-zones',
  choices: {
    make: 'fastify',
    successStatus: { create: 202, register: 202, verify: 200, logs: 200 },
    refusalStatus: 401,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    rangeBounds: '(]',
    sortBy: ['createdAt'],
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'json', status: '/status', time: '/createdAt' },
    unknownWebhook: 403,
    requiredFields: everyField,
    timeFormat: 'rfc3339',
    pageSize: 25,
    timeFormats: ['rfc3339', 'date'],
    lockedAfterWrongCodes: 2,
    latencyMs: 20,
  },
  start: () => start(options),
};
