/**
 * The log grows while it is read: an entry arrives every 700 ms, and the newest comes first. Cursors name the entry that
 * was seen last and carry the filters. Bounds are RFC 3339 or 400, `[]`. Results can be sorted by time only. The server
 * answers 200 with indented JSON, and 401 without a body. Both ends are null. A registration requires only the e-mail.
 */

import { type FeedOptions, start } from '../implementations/hono-feed.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: FeedOptions = {
  logs: [
    { id: 'live', shape: { count: 80, seed: 151, days: 9, ties: 2, item: items.opaque }, everyMs: 700 },
    { id: 'still', shape: { count: 35, seed: 152, days: 9, item: items.opaque } },
  ],
  pageSize: 12,
  token: 'gho_16C7e42F292c6912E7710c838347Ae178B4a',
  statuses: { create: 200, register: 200, verify: 200, logs: 200 },
  refusal: 401,
  ends: { next: null, prev: null },
  carries: true,
  time: ['rfc3339'],
  otherTime: 'refused',
  upper: 'included',
  fields: ['time'],
  order: 'desc',
  contentType: 'application/json',
  pretty: true,
  codes: { digits: 6, wrongUntilNew: 5 },
  prefix: '',
};

export const target: TargetDefinition = {
  name: 'hono-growing',
  choices: {
    make: 'hono',
    successStatus: options.statuses,
    refusalStatus: 401,
    endOfLog: 'null',
    firstPrev: 'null',
    cursorCarriesFilters: true,
    timeFormat: 'rfc3339',
    rangeBounds: '[]',
    sortBy: ['time'],
    defaultOrder: 'desc',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: { ...everyField, register: ['email'] },
    limit: 'page-size',
    pageSize: 12,
    live: true,
    arrivalEveryMs: 700,
  },
  start: () => start(options),
};
