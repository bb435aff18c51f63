/**
 * Keyset cursors are signed and carry the query. Pages hold 7 items, newest first; both bounds are included, in RFC 3339 or
 * 400. Three entries share each time, so that ties cross page borders. Results can be sorted by createdAt, status and id;
 * other names get 400. Rejections are 401 with WWW-Authenticate; the letter case of the scheme does not matter. The end and
 * the first `prev` are null. A registered e-mail gets 409; a code has six digits and serves once. Items are JSON text with
 * a status and a time. An expired token and one of another tenant exist. Every field is required.
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
