/**
 * The log is a ring of 90 entries: one arrives every 400 ms, and the oldest leaves, so that the total stays the same. The
 * oldest comes first. Cursors name an entry, and the query must be repeated beside them. Bounds are epoch milliseconds,
 * `[)`; other formats are ignored. The server answers 202 to all operations, and 403; it compresses with brotli. The base
 * path is /api. A registration requires only the e-mail.
 */

import { type FeedOptions, start } from '../implementations/hono-feed.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: FeedOptions = {
  logs: [
    { id: 'ring', shape: { count: 90, seed: 161, days: 3, item: items.uuid }, everyMs: 400, cap: 90 },
    { id: 'ring-2', shape: { count: 28, seed: 162, days: 3, item: items.uuid } },
  ],
  pageSize: 14,
  token: 'Ft7-ring.token_with~marks+and/slash=',
  statuses: { create: 202, register: 202, verify: 202, logs: 202 },
  refusal: 403,
  ends: { next: '', prev: undefined },
  carries: false,
  time: ['milliseconds'],
  otherTime: 'ignored',
  upper: 'excluded',
  fields: ['createdAt', 'timestamp'],
  order: 'asc',
  encoding: 'br',
  contentType: 'application/json; charset=utf-8',
  pretty: false,
  codes: { digits: 5, wrongUntilNew: 100 },
  prefix: '/api',
};

export const target: TargetDefinition = {
  name: 'hono-ring',
  choices: {
    make: 'hono',
    successStatus: options.statuses,
    refusalStatus: 403,
    endOfLog: 'empty',
    firstPrev: 'absent',
    cursorCarriesFilters: false,
    timeFormat: 'epoch-milliseconds',
    rangeBounds: '[)',
    sortBy: ['createdAt', 'timestamp'],
    defaultOrder: 'asc',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: { ...everyField, register: ['email'] },
    limit: 'page-size',
    pageSize: 14,
    live: true,
    ring: 90,
    contentEncoding: 'br',
    prefix: '/api',
  },
  start: () => start(options),
};
