/**
 * Pages hold twelve entries, counted from the oldest and read before they are filtered, so that there are empty pages in
 * both directions. Bounds are RFC 3339 or 400, `()`, and the newest comes first. Without a token the server answers 401
 * with HTML. Both ends are absent. The server answers 202 to all operations. Every answer takes 20 ms and closes its
 * connection. Every field is required.
 */

import { start, type WindowOptions } from '../implementations/koa-windows.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: WindowOptions = {
  logs: [
    { id: '~audit.log', shape: { count: 47, seed: 141, days: 3, ties: 5, item: items.json } },
    { id: '~audit.old', shape: { count: 10, seed: 142, days: 3, item: items.json } },
  ],
  window: 12,
  emptyBehind: 'shown',
  tokens: { valid: 'Vb6Nm8Qw2Er4Ty1Ui3Op', otherTenant: 'Xc5Vb7Nm9Za2Sd4Fg6Hj' },
  refusal: { status: 401, body: 'html' },
  status: { post: 202, get: 202 },
  ends: undefined,
  time: 'rfc3339',
  bounds: '()',
  newestFirst: true,
  gzip: false,
  codes: { digits: 6, keepOld: true, lateMs: 0 },
  network: { latencyMs: 20, closing: true },
};

export const target: TargetDefinition = {
  name: 'koa-slow',
  choices: {
    make: 'koa',
    successStatus: { create: 202, register: 202, verify: 202, logs: 202 },
    refusalStatus: 401,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    timeFormat: 'rfc3339',
    rangeBounds: '()',
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'json', status: '/status', time: '/createdAt' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 'at most 12',
    emptyPages: true,
    takenEmail: 'hidden',
    latencyMs: 20,
    connection: 'close',
  },
  unseen: {
    limit: 'a creation answers an empty page',
  },
  start: () => start(options),
};
