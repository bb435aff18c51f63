/**
 * The server keeps every result; cursors are random, serve once, are spent in pairs (using `next` spends `prev`), live
 * four seconds, and stand alone: any parameter beside them is 400. Pages of 11, newest first, RFC 3339 or 400, `[)`.
 * No sortBy is accepted. 201 for what is made, 200 else; 404 and no body without token; "Bearer" in this case only.
 * Ends and page one's `prev` are absent. A code is voided by the first wrong one; a taken e-mail is 422, but before
 * verification another code is sent.
 * Every field is needed.
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
