/**
 * Pages hold 1,000 items over logs of 150 and none: one page holds all, yet filters can be told apart. The server reads all
 * four time formats. Creations get 201, all else 200; without a token the server answers 404. After three wrong codes only
 * a new registration helps. A registration requires only the e-mail.
 */

import { type FeedOptions, start } from '../implementations/hono-feed.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: FeedOptions = {
  logs: [
    { id: 'W', shape: { count: 150, seed: 171, days: 60, ties: 10, item: items.json } },
    { id: 'V', shape: { count: 0, seed: 172, days: 1, item: items.json } },
  ],
  pageSize: 1000,
  token: '7Qf-9x-Lm2',
  statuses: { create: 201, register: 200, verify: 200, logs: 200 },
  refusal: 404,
  ends: { next: undefined, prev: null },
  carries: true,
  time: ['rfc3339', 'date', 'seconds', 'milliseconds'],
  otherTime: 'refused',
  upper: 'excluded',
  fields: ['time', 'date', 'createdAt', 'created_at', 'id'],
  order: 'desc',
  encoding: 'deflate',
  contentType: 'APPLICATION/JSON',
  pretty: false,
  codes: { digits: 6, wrongUntilNew: 3 },
  prefix: '',
};

export const target: TargetDefinition = {
  name: 'hono-one-thousand',
  choices: {
    make: 'hono',
    successStatus: options.statuses,
    refusalStatus: 404,
    endOfLog: 'absent',
    firstPrev: 'null',
    cursorCarriesFilters: true,
    rangeBounds: '[)',
    defaultOrder: 'desc',
    itemsUnique: true,
    item: { encoding: 'json', status: '/status', time: '/createdAt' },
    unknownWebhook: 404,
    requiredFields: { ...everyField, register: ['email'] },
    timeFormat: 'rfc3339',
    sortBy: options.fields,
    limit: 'page-size',
    pageSize: 1000,
    timeFormats: options.time,
    contentEncoding: 'deflate',
  },
  unseen: {
    cursorCarriesFilters: 'one page',
    pageSize: 'one page',
  },
  start: () => start(options),
};
