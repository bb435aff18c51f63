/**
 * A page is one day of the log: pages differ in length, days without entries are empty pages with a `next`, and `prev`
 * leads to them too. Bounds are dates, `[]` by whole days; times are rounded to the hour. Every sortBy is accepted and
 * ignored, but the direction is used. Without a token the server redirects (302) to a sign-in page; OPTIONS requires no
 * token. Another tenant sees empty logs. A registration does not reveal that an e-mail is taken: it sends another code, and
 * the old one stays valid. The server answers 200, compresses with gzip, and answers a creation with an empty page. Every
 * field is required.
 */

import { start, type WindowOptions } from '../implementations/koa-windows.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: WindowOptions = {
  logs: [
    { id: 'h-100', shape: { count: 84, seed: 121, days: 21, ties: 7, unitMs: 3_600_000, item: items.opaque } },
    { id: 'h-101', shape: { count: 30, seed: 122, days: 4, ties: 2, unitMs: 3_600_000, item: items.opaque } },
  ],
  window: 'day',
  emptyBehind: 'shown',
  tokens: { valid: 'T0pS3cretAlpha9', otherTenant: 'T0pS3cretOmega7' },
  refusal: { status: 302, body: 'html' },
  status: { post: 200, get: 200 },
  ends: '',
  time: 'date',
  bounds: '[]',
  newestFirst: true,
  gzip: true,
  codes: { digits: 7, keepOld: true, lateMs: 0 },
};

export const target: TargetDefinition = {
  name: 'koa-days',
  choices: {
    make: 'koa',
    successStatus: { create: 200, register: 200, verify: 200, logs: 200 },
    refusalStatus: 302,
    endOfLog: 'empty',
    firstPrev: 'empty',
    cursorCarriesFilters: true,
    timeFormat: 'date',
    rangeBounds: '[]',
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 'a day',
    emptyPages: true,
    takenEmail: 'hidden',
    contentEncoding: 'gzip',
  },
  unseen: {
    limit: 'a creation answers an empty page',
  },
  start: () => start(options),
};
