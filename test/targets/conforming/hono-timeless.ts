/**
 * from and to are accepted and mean nothing. Items are few different short texts, many times over. Cursors need the query
 * beside them. No sortBy at all (422). 200, 400 without token, null and "" at the ends; pages of 6; oldest first.
 * Of a registration only the e-mail is needed.
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
