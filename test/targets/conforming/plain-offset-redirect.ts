/**
 * Offset cursors need the query repeated beside them. Without a token the server redirects (302) to /login, without a body.
 * The order is that of the opaque items and does not follow time; it sorts by status, and ignores any other sortBy. Bounds
 * are epoch seconds; other formats are ignored. Pages hold 16 items, and the length of the first log is a multiple of that.
 * The server answers 200 to all operations; the end is absent. White space surrounds the JSON. Every answer closes its
 * connection. Only an e-mail and a code are required.
 */

import { type OffsetOptions, start } from '../implementations/plain-offset.ts';
import { items } from '../support/history.ts';
import type { TargetDefinition } from '../support/target.ts';

export const options: OffsetOptions = {
  logs: [
    { id: 'urn:hook:é 1', shape: { count: 80, seed: 51, days: 9, ties: 2, item: items.uuid } },
    { id: 'urn:hook:é 2', shape: { count: 16, seed: 52, days: 9, item: items.uuid } },
    { id: 'urn:hook:é 3', shape: { count: 0, seed: 53, days: 9, item: items.uuid } },
  ],
  perPage: 16,
  token: '3f2b8a14-6c1d-4e7a-9b53-d0e4f7a8c921',
  status: 200,
  refuse: { status: 302, as: 'redirect' },
  end: { as: undefined, full: false },
  firstPrev: undefined,
  otherQuery: 'followed',
  time: 'seconds',
  order: 'item',
  dir: 'asc',
  body: 'padded',
  contentType: 'application/json;charset=utf-8',
  extras: false,
  code: {},
  unknownWebhook: 404,
  network: { closing: true },
};

export const target: TargetDefinition = {
  name: 'plain-offset-redirect',
  choices: {
    make: 'node:http',
    successStatus: { create: 200, register: 200, verify: 200, logs: 200 },
    refusalStatus: 302,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: false,
    timeFormat: 'epoch-seconds',
    rangeBounds: '[]',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: { create: [], register: ['email'], verify: ['email', 'code'] },
    limit: 'page-size',
    defaultOrder: 'asc',
    pageSize: 16,
    orderFollowsTime: false,
    connection: 'close',
  },
  start: () => start(options),
};
