/**
 * Offset cursors do not contain the query: alone, they point into the unfiltered log. Bounds are dates, and a day is
 * included as a whole at both ends; other formats get 400. Pages hold 9 items, oldest first; times are rounded to the hour,
 * with three entries each. The server answers 207 to all operations, and without a token 400 with an HTML page. The first
 * `prev` leads to an empty page; the end is null. Bodies are compressed with gzip. Three wrong codes lock a user, and five
 * throttle the client. Only an e-mail and a code are required.
 */

import { type OffsetOptions, start } from '../implementations/plain-offset.ts';
import { items } from '../support/history.ts';
import type { TargetDefinition } from '../support/target.ts';

export const options: OffsetOptions = {
  logs: [
    { id: 'hook-A', shape: { count: 100, seed: 41, days: 20, ties: 3, unitMs: 3_600_000, item: items.opaque } },
    { id: 'hook-a', shape: { count: 27, seed: 42, days: 20, unitMs: 3_600_000, item: items.opaque } },
  ],
  perPage: 9,
  token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjYXdsIiwiZXhwIjo0MTAyNDQ0ODAwfQ.Zm9yLXRlc3RzLW9ubHktbm90LWEtcmVhbC1zaWc',
  status: 207,
  refuse: { status: 400, as: 'html' },
  end: { as: null, full: false },
  firstPrev: 'cursor',
  otherQuery: 'followed',
  time: 'date',
  order: 'time',
  dir: 'asc',
  body: 'gzip',
  contentType: 'application/json',
  extras: false,
  code: { lockAfter: 3, throttleAfter: 5 },
  unknownWebhook: 400,
};

export const target: TargetDefinition = {
  name: 'plain-offset-html',
  choices: {
    make: 'node:http',
    successStatus: { create: 207, register: 207, verify: 207, logs: 207 },
    refusalStatus: 400,
    endOfLog: 'null',
    firstPrev: 'cursor to an empty page',
    cursorCarriesFilters: false,
    timeFormat: 'date',
    rangeBounds: '[]',
    defaultOrder: 'asc',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 400,
    requiredFields: { create: [], register: ['email'], verify: ['email', 'code'] },
    limit: 'page-size',
    pageSize: 9,
    contentEncoding: 'gzip',
    lockedAfterWrongCodes: 3,
    throttledAfterWrongCodes: 5,
  },
  start: () => start(options),
};
