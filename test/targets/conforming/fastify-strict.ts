/**
 * The server checks everything. Bodies may not have other fields, and unknown or repeated query parameters get 400. `limit`
 * is 1 to 100; there is a password policy, and e-mails are short and in ASCII. Bodies over 64 kB get 413, addresses over
 * 3,000 octets 414, headers over 6 kB 431. Bounds are epoch seconds or 400, `[)`. Cursors carry the query: repeating it is
 * allowed, changing it gets 400. Pages hold 3 long Unicode items, oldest first. Successes are 201 and 200; rejections are
 * 401 with problem+json. Both ends are null. Codes have four digits with leading zeros and serve once; three wrong ones
 * lock the user. A registered e-mail gets 409, an unknown webhook 403. Every field is required.
 */

import { type StrictOptions, start } from '../implementations/fastify-strict.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: StrictOptions = {
  logs: [
    { id: 'Wh-7', shape: { count: 44, seed: 91, days: 14, ties: 4, item: items.unicode } },
    { id: 'Wh-8', shape: { count: 6, seed: 92, days: 14, item: items.unicode } },
    { id: 'Wh-9', shape: { count: 3, seed: 93, days: 3, item: items.unicode } },
  ],
  pageSize: 3,
  token: 'b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef',
  created: 201,
  ok: 200,
  end: null,
  time: 'seconds',
  bounds: '[)',
  sortFields: ['createdAt', 'status'],
  defaultSort: 'createdAt',
  defaultDirection: 'asc',
  code: { digits: 4, lockAfter: 3 },
  errors: 'problem',
  chunked: false,
  maxUrl: 3000,
  network: { maxHeaderSize: 6144 },
};

export const target: TargetDefinition = {
  name: 'fastify-strict',
  choices: {
    make: 'fastify',
    successStatus: { create: 201, register: 201, verify: 200, logs: 200 },
    refusalStatus: 401,
    endOfLog: 'null',
    firstPrev: 'null',
    cursorCarriesFilters: true,
    timeFormat: 'epoch-seconds',
    rangeBounds: '[)',
    sortBy: ['createdAt', 'status'],
    defaultOrder: 'asc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 403,
    requiredFields: everyField,
    pageSize: 3,
    takenEmail: 409,
    lockedAfterWrongCodes: 3,
  },
  unseen: {
    rangeBounds: 'opaque items at whole seconds',
  },
  start: () => start(options),
};
