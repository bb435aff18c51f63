/**
 * The server keeps results, and their cursors can be used again; it ignores filters beside a cursor. Times are whole hours
 * with nine entries each. Results can be sorted by status and createdAt. The server answers 201 and 207, and 401 without a
 * body. Items are long and in Unicode. Codes have four digits; a repeated creation gets 409. Pages hold 13 items, over logs
 * of 130, none and 13. Every field is required.
 */

import { type SessionOptions, start } from '../implementations/express-sessions.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: SessionOptions = {
  logs: [
    { id: 'x.1', shape: { count: 130, seed: 241, days: 40, ties: 9, unitMs: 3_600_000, item: items.unicode } },
    { id: 'x-1', shape: { count: 13, seed: 242, days: 40, unitMs: 3_600_000, item: items.unicode } },
    { id: 'x', shape: { count: 0, seed: 243, days: 40, item: items.unicode } },
  ],
  page: 13,
  token: 'Express.Hourly-0011223344',
  status: { created: 201, ok: 207 },
  refusal: 401,
  cursors: 'lasting',
  cursorLivesMs: 600_000,
  alone: false,
  deliveries: false,
  codes: { digits: 4, livesMs: 600_000, voidedByWrong: false },
  repeatedCreation: 409,
  sort: ['status', 'createdAt'],
};

export const target: TargetDefinition = {
  name: 'express-hourly',
  choices: {
    make: 'express',
    successStatus: { create: 201, register: 201, verify: 207, logs: 207 },
    refusalStatus: 401,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    timeFormat: 'rfc3339',
    rangeBounds: '[)',
    sortBy: ['status', 'createdAt'],
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 13,
    repeatedCreation: 409,
    takenEmail: 422,
  },
  start: () => start(options),
};
