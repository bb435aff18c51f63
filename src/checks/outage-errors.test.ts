import { expect, test } from 'vitest';
import type { Exchange } from '../core/exchange.ts';
import { OutageErrors } from './outage-errors.ts';

/** An exchange that takes 10 ms. */
const exchange = (startedAt: number, status: number, canonical = false): Exchange =>
  ({ startedAt, ms: 10, request: { operation: 'logs', canonical, proper: true }, response: { status } }) as Exchange;

const add = (errors: OutageErrors, ...times: readonly number[]) => {
  for (const at of times) errors.add(exchange(at, 500, at % 100 === 0));
};
const timesOf = (errors: readonly Exchange[]) => errors.map(({ startedAt }) => startedAt);

test('errors between accepted requests count', () => {
  const errors = new OutageErrors();
  add(errors, 100, 130);
  expect(errors.countingAt(exchange(140, 400))).toEqual([]);
  expect(timesOf(errors.countingAt(exchange(140, 200)))).toEqual([100, 130]);
  expect(errors.excused).toEqual([]);
});

test('errors are excused while nothing is accepted, not even a configured request', () => {
  const errors = new OutageErrors();
  add(errors, 101, 200, 350);
  // What was sent before the first error was answered may be late.
  expect(errors.countingAt(exchange(105, 200))).toEqual([]);
  expect(errors.countingAt(exchange(400, 200))).toEqual([]);
  // Sent before the end, and answered after it.
  add(errors, 395);
  expect(timesOf(errors.excused)).toEqual([101, 200, 350, 395]);
  expect(errors.rest()).toEqual([]);
});

test('errors count if no configured request failed among them', () => {
  const errors = new OutageErrors();
  add(errors, 101, 201, 350);
  expect(timesOf(errors.countingAt(exchange(400, 200)))).toEqual([101, 201, 350]);
});

test('after a second outage, the errors of both count', () => {
  const errors = new OutageErrors();
  add(errors, 100, 350);
  errors.countingAt(exchange(400, 200));
  add(errors, 500, 800);
  expect(timesOf(errors.countingAt(exchange(900, 200)))).toEqual([100, 350, 500, 800]);
  expect(errors.excused).toEqual([]);
});

test('errors after which nothing is accepted any more count', () => {
  const errors = new OutageErrors();
  add(errors, 100, 400);
  expect(timesOf(errors.rest())).toEqual([100, 400]);
});
