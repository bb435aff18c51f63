import { expect, test } from 'vitest';
import type { Exchange } from '../core/exchange.ts';
import { isThrottling, throttlePause } from './throttling.ts';

const answered = (status: number, headers: readonly (readonly [string, string])[] = []) =>
  ({ response: { status, headers, bytes: new Uint8Array(), truncated: false } }) as unknown as Exchange;
const retryAfter = (value: string, status = 503) => answered(status, [['retry-after', value]]);

test('429, and any error with Retry-After, are throttling; a plain 503 is not', () => {
  expect(isThrottling(answered(429))).toBe(true);
  expect(isThrottling(retryAfter('0', 403))).toBe(true);
  expect(isThrottling(retryAfter('1', 202))).toBe(false);
  expect(isThrottling(answered(503))).toBe(false);
});

test('Retry-After: 0 is asked again at once, and then ever more slowly', () => {
  expect([1, 2, 3, 9].map((attempt) => throttlePause(retryAfter('0'), attempt, 0))).toEqual([20, 40, 80, 1000]);
});

test('Retry-After counts seconds or names a date, and nonsense is a second', () => {
  expect(throttlePause(retryAfter('3'), 1, 0)).toBe(3000);
  expect(throttlePause(retryAfter('Thu, 01 Jan 1970 00:00:05 GMT'), 1, 1000)).toBe(4000);
  expect(throttlePause(retryAfter('soon'), 1, 0)).toBe(1000);
});
