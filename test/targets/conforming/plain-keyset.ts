/**
 * Signed keyset cursors that carry the query; pages of 7, newest first, both bounds included, RFC 3339 or 400. Three
 * entries share each time, so ties cross page borders. Only createdAt, status and id sort; the rest is 400. 401 with
 * WWW-Authenticate, any case of the scheme. The end and the first `prev` are null. A taken e-mail is 409; a code has six
 * digits and serves once. Items are JSON text that tells status and time. An expired and another tenant's token exist.
 * Every field is needed.
 */

import { type KeysetOptions, start } from '../implementations/plain-keyset.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: KeysetOptions = {
  logs: [
    { id: 'wh_1', shape: { count: 95, seed: 11, days: 12, ties: 3, item: items.json } },
    { id: 'wh_2', shape: { count: 24, seed: 12, days: 5, ties: 2, item: items.json } },
    { id: 'wh_none', shape: { count: 0, seed: 13, days: 1, item: items.json } },
  ],
  pageSize: 7,
  success: { create: 201, register: 201, verify: 200, logs: 200 },
  refusal: 401,
  end: null,
  firstPrev: null,
  order: 'desc',
  bounds: '[]',
  time: 'checked',
  otherSort: 'refused',
  beside: 'ignored',
  code: { digits: 6 },
  taken: 409,
  tokens: {
    valid: 'q7Wm2Zr9TcVx4Lk8Ny1PdHs6',
    otherTenant: 'Kb3Gt5Rf8Jw2Mz6Qp9XvCn4D',
    expired: 'Yh7Us1Ea4Oi9Lc2Bv5Nm8Zk3',
  },
};

export const target: TargetDefinition = {
  name: 'plain-keyset',
  choices: {
    make: 'node:http',
    successStatus: options.success,
    refusalStatus: 401,
    endOfLog: 'null',
    firstPrev: 'null',
    cursorCarriesFilters: true,
    timeFormat: 'rfc3339',
    rangeBounds: '[]',
    sortBy: ['createdAt', 'status', 'id'],
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'json', status: '/status', time: '/createdAt' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 7,
    takenEmail: 409,
    codeReuse: false,
  },
  start: () => start(options),
};
