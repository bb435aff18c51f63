import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { TokenEnd } from './token-end.ts';

/** Where a token was first rejected for good, after valid requests with these results, numbered from 1. */
function endAfter(statuses: readonly number[], canonical = true): number | undefined {
  const end = new TokenEnd();
  for (const [index, status] of statuses.entries())
    end.record({
      number: index + 1,
      request: { canonical, proper: true },
      response: { status },
    } as unknown as Exchange);
  return end.from;
}

test('a token ended where every valid request from some point on got a 401', () => {
  expect(endAfter([200, 401, 200, 401, 401, 401])).toBe(4);
  expect(endAfter([200, 401, 401])).toBeUndefined();
  expect(endAfter([200, 401, 401, 401, 200])).toBeUndefined();
});

test('a token that never served, another refusal and other requests tell nothing', () => {
  expect(endAfter([401, 401, 401, 401])).toBeUndefined();
  expect(endAfter([200, 403, 429, 503, 403])).toBeUndefined();
  expect(endAfter([200, 401, 401, 401], false)).toBeUndefined();
});
