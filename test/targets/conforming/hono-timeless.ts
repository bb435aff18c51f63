/**
 * The server accepts `from` and `to` and ignores them. Items are a few short texts, each many times. The query must be
 * repeated beside a cursor. No sortBy is accepted (422). The server answers 200, and 400 without a token. The ends are null
 * and "". Pages hold 6 items, oldest first. A registration requires only the e-mail.
 */

import { type FeedOptions, start } from '../implementations/hono-feed.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: FeedOptions = {
  logs: [
    { id: 'bag-1', shape: { count: 58, seed: 261, days: 9, ties: 2, item: items.repeating } },
    { id: 'bag-2', shape: { count: 18, seed: 262, days: 9, failed: 0, item: items.repeating } },
  ],
  pageSize: 6,
  token: 'Timeless/Token+With/Slashes==',
  statuses: { create: 200, register: 201, verify: 202, logs: 200 },
  refusal: 400,
  ends: { next: null, prev: '' },
  carries: false,
  time: [],
  otherTime: 'ignored',
  upper: 'included',
  fields: [],
  order: 'asc',
  contentType: 'application/json',
  pretty: true,
  codes: { digits: 8, wrongUntilNew: 1 },
  prefix: '/tenant/7',
};

export const target: TargetDefinition = {
  name: 'hono-timeless',
  choices: {
    make: 'hono',
    successStatus: options.statuses,
    refusalStatus: 400,
    endOfLog: 'null',
    firstPrev: 'empty',
    cursorCarriesFilters: false,
    sortBy: [],
    defaultOrder: 'asc',
    itemsUnique: false,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: { ...everyField, register: ['email'] },
    limit: 'page-size',
    pageSize: 6,
    prefix: '/tenant/7',
  },
  unseen: {
    defaultOrder: 'items repeat, and so tell no order',
  },
  start: () => start(options),
};
