import { expect, test } from 'vitest';
import type { HttpResponse } from '../core/exchange.ts';
import { parsePage } from './page.ts';

const response = (body: unknown): HttpResponse => ({
  status: 200,
  headers: [],
  bytes: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  truncated: false,
});
const page = (cursor: object) => response({ data: ['a', 'b'], cursor });

test('a page is decoded, and a cursor that is absent, null or empty is undefined', () => {
  expect(parsePage(page({ totalItems: 2, next: 'n', prev: '' }))).toEqual({
    data: ['a', 'b'],
    next: 'n',
    prev: undefined,
    forms: { next: 'cursor', prev: 'empty' },
    totalItems: 2,
  });
  expect(parsePage(page({ totalItems: 2, next: null, prev: 'p' }))).toMatchObject({ next: undefined, prev: 'p' });
  expect(parsePage(page({ totalItems: 2, next: null }))?.forms).toEqual({ next: 'null', prev: 'absent' });
});

test('a body that is missing, not JSON, or not a page decodes to undefined', () => {
  expect(parsePage(null)).toBeUndefined();
  expect(parsePage(response('not JSON'))).toBeUndefined();
  expect(parsePage(response({}))).toBeUndefined();
});

test('the same response is decoded once', () => {
  const once = page({ totalItems: 2 });
  expect(parsePage(once)).toBe(parsePage(once));
});
