/**
 * The first log grows: each registration, verification and creation adds an item to it. Cursors are random names of a place
 * in a result that the server keeps, and they do not expire. Every sortBy is accepted, but only status has a meaning. The
 * server answers 200 to all operations, and 401 without a body. Pages hold 20 items. Codes have nine digits and expire
 * after eight seconds. A repeated creation gets 409. Beyond 150 requests per second the server answers 429 with
 * Retry-After, and no rate is configured. Every field is required.
 */

import { type SessionOptions, start } from '../implementations/express-sessions.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: SessionOptions = {
  logs: [
    { id: 'deliveries', shape: { count: 110, seed: 71, days: 15, ties: 2, item: items.opaque } },
    { id: 'quiet', shape: { count: 45, seed: 72, days: 15, item: items.opaque } },
  ],
  page: 20,
  token: 'c2VjcmV0LXRva2VuOmZvci10ZXN0cw==',
  status: { created: 200, ok: 200 },
  refusal: 401,
  cursors: 'lasting',
  cursorLivesMs: 600_000,
  alone: false,
  deliveries: true,
  codes: { digits: 9, livesMs: 8000, voidedByWrong: false },
  repeatedCreation: 409,
  sort: 'any',
  network: { throttle: { perSecond: 150, status: 429 } },
};

export const target: TargetDefinition = {
  name: 'express-deliveries',
  choices: {
    make: 'express',
    successStatus: { create: 200, register: 200, verify: 200, logs: 200 },
    refusalStatus: 401,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    timeFormat: 'rfc3339',
    rangeBounds: '[)',
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 20,
    live: true,
    repeatedCreation: 409,
    throttle: 429,
  },
  start: () => start(options),
};
