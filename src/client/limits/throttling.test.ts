import { expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { Exchange } from '../../core/exchange.ts';
import { isThrottling, ThrottlePatience, throttlePause } from './throttling.ts';

const answered = (status: number, headers: readonly (readonly [string, string])[] = [], token = '{token}') =>
  ({
    request: { authorization: `Bearer ${token}`, tenant: 'valid' },
    response: { status, headers, bytes: new Uint8Array(), truncated: false },
  }) as unknown as Exchange;
const retryAfter = (value: string, status = 503) => answered(status, [['retry-after', value]]);

test('429, 420, and any error with Retry-After, are throttling; a plain 503 is not', () => {
  expect(isThrottling(answered(429))).toBe(true);
  expect(isThrottling(answered(420))).toBe(true);
  expect(isThrottling(retryAfter('0', 403))).toBe(true);
  expect(isThrottling(retryAfter('1', 202))).toBe(false);
  expect(isThrottling(answered(503))).toBe(false);
});

test('401, 404 and 405 are not throttling, even with Retry-After', () => {
  for (const status of [401, 404, 405]) expect(isThrottling(retryAfter('30', status))).toBe(false);
});

test('nor is 403 for a made-up token', () => {
  expect(isThrottling(answered(403, [['retry-after', '30']], 'madeup'))).toBe(false);
  expect(isThrottling(answered(429, [['retry-after', '30']], 'madeup'))).toBe(true);
});

test('Retry-After: 0 is asked again at once, and then ever more slowly', () => {
  expect([1, 2, 3, 9].map((attempt) => throttlePause(retryAfter('0'), attempt, 0))).toEqual([20, 40, 80, 1000]);
});

test('Retry-After counts seconds or names a date, and nonsense is a second', () => {
  expect(throttlePause(retryAfter('3'), 1, 0)).toBe(3000);
  expect(throttlePause(retryAfter('Thu, 01 Jan 1970 00:00:05 GMT'), 1, 1000)).toBe(4000);
  const ahead = answered(503, [
    ['retry-after', 'Thu, 01 Jan 1970 02:00:05 GMT'],
    ['date', 'Thu, 01 Jan 1970 02:00:01 GMT'],
  ]);
  expect(throttlePause(ahead, 1, 1000)).toBe(4000);
  expect(throttlePause(retryAfter('soon'), 1, 0)).toBe(1000);
});

function patienceAt(clock: { ms: number }): ThrottlePatience {
  return new ThrottlePatience({ ...systemClock, now: () => clock.ms });
}

test('an operation that throttles for good rests after three requests, each time for longer', () => {
  const clock = { ms: 1_000_000 };
  const patience = patienceAt(clock);
  for (let given = 1; given <= 3; given += 1) {
    expect(patience.isResting('register')).toBe(false);
    patience.exhaust('register');
  }
  expect(patience.isResting('register')).toBe(true);
  clock.ms += 10_001;
  expect(patience.isResting('register')).toBe(false);
  patience.exhaust('register');
  clock.ms += 10_001;
  expect(patience.isResting('register')).toBe(true);
  expect(patience.isResting('logs')).toBe(false);
});

test('what waits beside others is given up with them, unless one of the operation is accepted meanwhile', () => {
  const clock = { ms: 1_000_000 };
  const patience = patienceAt(clock);
  const first = { since: clock.ms, waited: 8000, pause: 8000, leftMs: 80_000 };
  clock.ms += 40_000;
  expect(patience.isExhaustedBy('register', first)).toBe(false);
  patience.recover('register');
  clock.ms += 40_000;
  expect(patience.isExhaustedBy('register', first)).toBe(false);
  clock.ms += 10_000;
  expect(patience.isExhaustedBy('register', first)).toBe(true);
});

const afterAMinute = { since: 1_000_000, waited: 58_000, pause: 58_000, leftMs: 80_000 };

function patienceAfter(accepted: number): ThrottlePatience {
  const patience = patienceAt({ ms: 1_000_000 });
  for (let n = 0; n < accepted; n += 1) patience.recover('logs');
  return patience;
}

test('all operations wait for the quota of the next minute if one was often accepted before', () => {
  const patience = patienceAfter(100);
  expect(patience.isExhaustedBy('register', afterAMinute)).toBe(true);
  expect(patience.isExhaustedBy('logs', afterAMinute)).toBe(false);
  expect(patience.isExhaustedBy('register', afterAMinute)).toBe(false);
});

test('a run does not wait for a small quota, or for one that it has no time for', () => {
  expect(patienceAfter(10).isExhaustedBy('logs', afterAMinute)).toBe(true);
  expect(patienceAfter(100).isExhaustedBy('logs', { ...afterAMinute, leftMs: 60_000 })).toBe(true);
  expect(patienceAfter(100).isExhaustedBy('logs', { ...afterAMinute, waited: 70_000 })).toBe(true);
});
