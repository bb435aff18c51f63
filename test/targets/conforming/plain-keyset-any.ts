/**
 * Keyset cursors are signed, and parameters beside them are ignored. Pages hold 4 opaque items, newest first, `()`. Bounds
 * are RFC 3339 or 400. Every sortBy is accepted. The token is 1,200 characters long. Successes are 207 for a creation, 201
 * and 200; rejections are 401. The log ends with "", and the first `prev` is absent. A registered e-mail gets 422. Codes of
 * nine digits can be used again. Beyond 120 requests per second the server answers 429. Every field is required.
 */

import { type KeysetOptions, start } from '../implementations/plain-keyset.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: KeysetOptions = {
  logs: [
    { id: '%wh_1', shape: { count: 62, seed: 231, days: 6, ties: 6, unitMs: 1, item: items.opaque } },
    { id: '%wh_2', shape: { count: 4, seed: 232, days: 6, item: items.opaque } },
  ],
  pageSize: 4,
  success: { create: 207, register: 201, verify: 200, logs: 200 },
  refusal: 401,
  end: '',
  firstPrev: undefined,
  order: 'desc',
  bounds: '()',
  time: 'checked',
  otherSort: 'default',
  beside: 'ignored',
  code: { digits: 9, reusable: true },
  taken: 422,
  tokens: { valid: 'wQ4-hZ8.tB2~nX6_'.repeat(75) },
  network: { throttle: { perSecond: 120, status: 429 } },
  settings: { run: { rate: 100 } },
};

export const target: TargetDefinition = {
  name: 'plain-keyset-any',
  choices: {
    make: 'node:http',
    successStatus: options.success,
    refusalStatus: 401,
    endOfLog: 'empty',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    timeFormat: 'rfc3339',
    rangeBounds: '()',
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 4,
    takenEmail: 422,
    codeReuse: true,
    throttle: 429,
  },
  start: () => start(options),
};
