/** Defects of §4.1: pages with wrong counts or of a wrong shape. */
import type { BrokenTarget } from '../support/target.ts';
import { fault } from './fault.ts';

export const creation: readonly BrokenTarget[] = [
  fault('plain-keyset', 'create-total', 'create/counts-agree', 'totalItems is one less than the items delivered.'),
  fault('plain-offset-redirect', 'one-id-only', 'create/accepts-valid', 'More than one profile id is refused.'),
  fault('plain-offset-redirect', 'limit-off-by-one', 'create/limit', 'One item more than `limit` is returned.'),
  fault(
    'plain-offset-redirect',
    'create-counts-distinct',
    'create/counts-agree',
    'totalItems counts something else than the items.',
  ),
  fault('express-sessions', 'create-fails-on-quotes', 'create/no-server-error', 'An apostrophe in an id is a 500.'),
  fault(
    'express-sessions',
    'create-bare-array',
    'create/page-shape',
    'The items are returned without the page around them.',
  ),
  fault('fastify-strict', 'create-total-float', 'create/page-shape', 'totalItems has a fraction.'),
  fault('koa-days', 'create-total-text', 'create/page-shape', 'totalItems is a string.'),
  fault('koa-scan', 'create-no-cursor', 'create/page-shape', 'The cursor is missing where several profiles are given.'),
  fault('hono-growing', 'create-crashes-many', 'create/no-server-error', 'More than 200 ids are a 500.'),
  fault(
    'hono-timeless',
    'create-cursor-array',
    'create/page-shape',
    'The cursor is an empty array, as an empty map is written in some languages.',
  ),
  fault('hono-one-thousand', 'create-data-missing', 'create/page-shape', 'data is missing.'),
  fault('python-numbered', 'create-ints', 'create/page-shape', 'Items are numbers.'),
  fault('python-tables', 'variables-999', 'create/no-server-error', 'More than 900 ids are a 500.'),
  fault(
    'python-tickets',
    'create-more-than-total',
    'create/counts-agree',
    'More items are returned than totalItems says.',
  ),
  fault('fastify-strict', 'byte-order-mark', 'create/json', 'A byte order mark stands before the JSON.'),
  fault('fastify-by-status', 'utf16', 'create/json', 'Bodies are UTF-16.'),
];
