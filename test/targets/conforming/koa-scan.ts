/**
 * A page is what matches among ten entries that were read: under a filter pages are short or empty before the end, and
 * `prev` skips empty ones. Items repeat in the log. Bounds are epoch milliseconds of 12 to 14 digits or 400, `(]`, and the
 * oldest comes first. Without a token the server answers 403 with JSON. Both ends are null. POST gets 201, a search 200.
 * Codes arrive half a second late. Every field is required.
 */

import { start, type WindowOptions } from '../implementations/koa-windows.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: WindowOptions = {
  logs: [
    { id: 'scan', shape: { count: 120, seed: 131, days: 10, ties: 3, failed: 0.12, item: items.repeating } },
    { id: 'scan2', shape: { count: 33, seed: 132, days: 10, failed: 0.9, item: items.opaque } },
    { id: 'scan3', shape: { count: 40, seed: 133, days: 10, failed: 0, item: items.opaque } },
  ],
  window: 10,
  emptyBehind: 'passed over',
  tokens: { valid: '00000000000000004217', otherTenant: '00000000000000009931' },
  refusal: { status: 403, body: 'json' },
  status: { post: 201, get: 200 },
  ends: null,
  time: 'milliseconds',
  bounds: '(]',
  newestFirst: false,
  gzip: false,
  codes: { digits: 6, keepOld: false, lateMs: 500 },
};

export const target: TargetDefinition = {
  name: 'koa-scan',
  choices: {
    make: 'koa',
    successStatus: { create: 201, register: 201, verify: 201, logs: 200 },
    refusalStatus: 403,
    endOfLog: 'null',
    firstPrev: 'null',
    cursorCarriesFilters: true,
    timeFormat: 'epoch-milliseconds',
    rangeBounds: '(]',
    defaultOrder: 'asc',
    limit: 'page-size',
    itemsUnique: false,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 10,
    emptyPages: true,
    takenEmail: 'hidden',
    codeDelayMs: 500,
  },
  unseen: {
    defaultOrder: 'items repeat, and so tell no order',
    limit: 'a creation answers an empty page',
  },
  start: () => start(options),
};
