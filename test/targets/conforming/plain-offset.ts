/**
 * A lenient server. Offset cursors are 1.5 kB long and full of `+`, `/` and `=`; they need the whole query repeated beside
 * them (400 otherwise). Pages hold 10 items, and every full page has a `next`, so that a log of 60 ends with an empty page;
 * the ends and the first `prev` are "". The server ignores `from` and `to`. It answers 202 to all operations, and 403 with
 * plain text without a token; the scheme may have any letter case and any spaces. Items repeat and are short. An unknown
 * webhook has an empty page. The code is the same for all users, by configuration; a registration does not reveal that an
 * e-mail is taken. Only an e-mail and a code are required.
 */

import { type OffsetOptions, start } from '../implementations/plain-offset.ts';
import { items } from '../support/history.ts';
import type { TargetDefinition } from '../support/target.ts';

export const options: OffsetOptions = {
  logs: [
    { id: '1001', shape: { count: 60, seed: 31, days: 6, ties: 2, item: items.repeating } },
    { id: '1002', shape: { count: 20, seed: 32, days: 6, item: items.repeating } },
  ],
  perPage: 10,
  token: '0b9f2c4e7d1a48f3a6c58e2d917b30f4',
  status: 202,
  refuse: { status: 403, as: 'text' },
  end: { as: '', full: true },
  firstPrev: '',
  otherQuery: 'refused',
  cursorOctets: 1100,
  time: 'ignored',
  order: 'time',
  dir: 'desc',
  body: 'plain',
  contentType: 'Application/JSON; charset=UTF-8',
  extras: true,
  code: { fixed: '123456' },
  unknownWebhook: 'empty',
};

export const target: TargetDefinition = {
  name: 'plain-offset',
  choices: {
    make: 'node:http',
    successStatus: { create: 202, register: 202, verify: 202, logs: 202 },
    refusalStatus: 403,
    endOfLog: 'empty',
    firstPrev: 'empty',
    cursorCarriesFilters: false,
    defaultOrder: 'desc',
    itemsUnique: false,
    item: { encoding: 'opaque' },
    unknownWebhook: 202,
    requiredFields: { create: [], register: ['email'], verify: ['email', 'code'] },
    limit: 'page-size',
    pageSize: 10,
    fixedCode: '123456',
    takenEmail: 'hidden',
  },
  unseen: {
    defaultOrder: 'items repeat, and so tell no order',
  },
  start: () => start(options),
};
