/**
 * The default order is by status, and the number of the entry breaks ties. The server reads RFC 3339 and dates, `()`, and
 * sorts by any of three fields. Items tell when a payment was made, not when they arrived. The server answers 200 to all
 * operations, in chunks; errors are plain text. Both ends are "". The configured e-mail has no plus, and the password is
 * long. Codes have eight digits. Every field is required.
 */

import { type StrictOptions, start } from '../implementations/fastify-strict.ts';
import { items } from '../support/history.ts';
import { everyField, type TargetDefinition } from '../support/target.ts';

export const options: StrictOptions = {
  logs: [
    { id: 'c7', shape: { count: 90, seed: 101, days: 25, ties: 6, failed: 0.6, item: items.payment } },
    { id: 'c8', shape: { count: 40, seed: 102, days: 25, ties: 2, item: items.payment } },
  ],
  pageSize: 8,
  token: 'tok-5f0c',
  created: 200,
  ok: 200,
  end: '',
  time: 'rfc3339-or-date',
  bounds: '()',
  sortFields: ['createdAt', 'status', 'id'],
  defaultSort: 'status',
  defaultDirection: 'asc',
  code: { digits: 8, lockAfter: 1000 },
  errors: 'text',
  chunked: true,
  maxUrl: 8000,
  register: {
    email: 'user.{unique}@mail.example.org',
    password: 'aB3'.repeat(8),
    firstName: 'Grace',
    lastName: "O'Hopper",
  },
};

export const target: TargetDefinition = {
  name: 'fastify-by-status',
  choices: {
    make: 'fastify',
    successStatus: { create: 200, register: 200, verify: 200, logs: 200 },
    refusalStatus: 401,
    endOfLog: 'empty',
    firstPrev: 'empty',
    cursorCarriesFilters: true,
    rangeBounds: '()',
    sortBy: ['createdAt', 'status', 'id'],
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'json' },
    unknownWebhook: 403,
    requiredFields: everyField,
    timeFormat: 'rfc3339',
    defaultOrder: 'asc',
    pageSize: 8,
    defaultSort: 'status',
    timeFormats: ['rfc3339', 'date'],
    takenEmail: 409,
    transfer: 'chunked',
  },
  start: () => start(options),
};
