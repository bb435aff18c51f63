/**
 * Without `from` the server searches only the last ten days, and the log is older than that. It rejects spans of more than
 * 90 days, times before 2000 and times after tomorrow with 400. Cursors are random, serve once and live three seconds.
 * Results can be sorted by createdAt only. The server answers 201 and 202, and 401 without a body. Beyond 200 requests per
 * second it answers 503 with Retry-After; the configured rate stays below that. Every field is required.
 */

import { type SessionOptions, start } from '../implementations/express-sessions.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: SessionOptions = {
  logs: [
    { id: 'f3c9', shape: { count: 120, seed: 81, days: 30, ties: 5, unitMs: 60_000, item: items.json } },
    { id: 'f3ca', shape: { count: 12, seed: 82, days: 6, item: items.json } },
  ],
  page: 6,
  token: 'Zx81-Spectrum.QL~1984_plus',
  status: { created: 201, ok: 202 },
  refusal: 401,
  cursors: 'single-use',
  cursorLivesMs: 3000,
  alone: false,
  deliveries: false,
  lookBackDays: 10,
  spanDays: 90,
  codes: { digits: 5, livesMs: 30_000, voidedByWrong: false },
  repeatedCreation: 'made again',
  sort: ['createdAt'],
  network: { throttle: { perSecond: 200, status: 503 } },
  settings: { run: { rate: 150 } },
};

export const target: TargetDefinition = {
  name: 'express-look-back',
  choices: {
    make: 'express',
    successStatus: { create: 201, register: 201, verify: 202, logs: 202 },
    refusalStatus: 401,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    cursorReuse: 'single use',
    cursorLivesMs: 3000,
    timeFormat: 'rfc3339',
    rangeBounds: '[)',
    sortBy: ['createdAt'],
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'json', status: '/status', time: '/createdAt' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 6,
    lookBackDays: 10,
    spanDays: 90,
    throttle: 503,
  },
  start: () => start(options),
};
