/**
 * Results kept by the server, cursors that last and serve often; filters beside them are ignored. Times are whole hours
 * with nine entries each. status and createdAt sort. 201 and 207, 401 with no body. Items of long Unicode. Codes of four
 * digits; an identical creation is 409. Pages of 13 over 130 entries, none and 13.
 * Every field is needed.
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
