import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { namesLimit } from './limit-responses.ts';

const verify = (status: number, retried?: true) =>
  ({
    request: { operation: 'verify', proper: true, retried },
    response: { status, headers: [] },
  }) as unknown as Exchange;

test('the rejection of a POST that was sent before may be due to what that attempt did', () => {
  expect(namesLimit(verify(422, true))).toBe(true);
  expect(namesLimit(verify(422))).toBe(false);
});

test.each([
  421, 425, 429,
])('%i names a limit: the same request may be accepted later, or on another connection', (status) => {
  expect(namesLimit(verify(status))).toBe(true);
});
