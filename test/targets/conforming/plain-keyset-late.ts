/**
 * Keyset cursors are signed, and any parameter beside one gets 400. Pages hold one item, of 40, oldest first, `(]`. The
 * server reads every integer as epoch milliseconds, so that seconds mean January 1970; other text gets 400. Every sortBy is
 * accepted. Without a token the server answers 403. Both ends are absent. Codes have four digits, arrive a second late and
 * expire 20 s later. A registered e-mail gets the same 202 as a new one. There is a base path, and an answer takes 20 ms.
 * Every field is required.
 */

import { type KeysetOptions, start } from '../implementations/plain-keyset.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: KeysetOptions = {
  logs: [
    { id: 'a', shape: { count: 40, seed: 21, days: 30, ties: 1, item: items.uuid } },
    { id: 'b', shape: { count: 9, seed: 22, days: 9, item: items.uuid } },
    { id: 'one', shape: { count: 1, seed: 23, days: 9, item: items.uuid } },
  ],
  pageSize: 1,
  success: { create: 200, register: 202, verify: 202, logs: 200 },
  refusal: 403,
  end: undefined,
  firstPrev: undefined,
  order: 'asc',
  bounds: '(]',
  time: 'milliseconds',
  otherSort: 'default',
  beside: 'refused',
  code: { digits: 4, lateMs: 1000, livesMs: 20_000, reusable: true },
  taken: 'hidden',
  prefix: '/api/public',
  network: { latencyMs: 20 },
};

export const target: TargetDefinition = {
  name: 'plain-keyset-late',
  choices: {
    make: 'node:http',
    successStatus: options.success,
    refusalStatus: 403,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    timeFormat: 'epoch-milliseconds',
    rangeBounds: '(]',
    defaultOrder: 'asc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 1,
    cursorRefusesParameters: true,
    takenEmail: 'hidden',
    codeDelayMs: 1000,
    codeLivesMs: 20_000,
    prefix: '/api/public',
    latencyMs: 20,
  },
  start: () => start(options),
};
