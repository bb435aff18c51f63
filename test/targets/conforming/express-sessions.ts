/**
 * The server keeps every result. Cursors are random, serve once, live four seconds and are used up in pairs: using `next`
 * uses up `prev`. They stand alone, so that any parameter beside one gets 400. Pages hold 11 items, newest first; bounds
 * are RFC 3339 or 400, `[)`. No sortBy is accepted. Creations and registrations get 201, all else 200. Without a token the
 * server answers 404 without a body, and it accepts "Bearer" in this letter case only. The end and the first `prev` are
 * absent. The first wrong code voids the right one. A registered e-mail gets 422, but before its verification another code
 * is sent. Every field is required.
 */

import { type SessionOptions, start } from '../implementations/express-sessions.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: SessionOptions = {
  logs: [
    { id: 'wh_01HZXK', shape: { count: 70, seed: 61, days: 8, ties: 4, item: items.opaque } },
    { id: 'wh_01HZXL', shape: { count: 11, seed: 62, days: 8, item: items.opaque } },
  ],
  page: 11,
  token: 'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  status: { created: 201, ok: 200 },
  refusal: 404,
  cursors: 'spent-in-pairs',
  cursorLivesMs: 4000,
  alone: true,
  deliveries: false,
  codes: { digits: 6, livesMs: 60_000, voidedByWrong: true },
  repeatedCreation: 'made again',
  sort: 'none',
};

export const target: TargetDefinition = {
  name: 'express-sessions',
  choices: {
    make: 'express',
    successStatus: { create: 201, register: 201, verify: 200, logs: 200 },
    refusalStatus: 404,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    cursorRefusesParameters: true,
    cursorReuse: 'spent in pairs',
    cursorLivesMs: 4000,
    timeFormat: 'rfc3339',
    rangeBounds: '[)',
    sortBy: [],
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 11,
    takenEmail: 422,
  },
  start: () => start(options),
};
