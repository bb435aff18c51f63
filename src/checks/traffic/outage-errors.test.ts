/** Which server errors an outage explains. */
import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { OutageErrors } from './outage-errors.ts';

interface How {
  readonly operation?: Operation;
  readonly canonical?: boolean;
  readonly authorization?: string;
}

/** An exchange that takes 10 ms. */
function exchange(startedAt: number, status: number, how: How = {}): Exchange {
  const request = { operation: 'logs', authorization: 'Bearer {token}', tenant: 'valid', canonical: false, ...how };
  return { startedAt, ms: 10, request: { ...request, proper: true }, response: { status } } as Exchange;
}

const fail = (errors: OutageErrors, times: readonly number[], how?: How) => {
  for (const at of times) errors.add(exchange(at, 500, how));
};
const timesOf = (errors: readonly Exchange[]) => errors.map(({ startedAt }) => startedAt);

test('errors between accepted requests count', () => {
  const errors = new OutageErrors();
  fail(errors, [100, 130], { canonical: true });
  expect(errors.countingAt(exchange(140, 400))).toEqual([]);
  expect(timesOf(errors.countingAt(exchange(140, 200)))).toEqual([100, 130]);
  expect(errors.excused).toEqual([]);
});

test('errors are excused while nothing is accepted', () => {
  const errors = new OutageErrors();
  fail(errors, [101, 200, 350]);
  // What was sent before the first error was answered may be late.
  expect(errors.countingAt(exchange(105, 200))).toEqual([]);
  expect(errors.countingAt(exchange(400, 200))).toEqual([]);
  // Sent before the end, and answered after it.
  fail(errors, [395]);
  expect(errors.countingAt(exchange(420, 200))).toEqual([]);
  expect(timesOf(errors.excused)).toEqual([101, 200, 350, 395]);
  expect(errors.unexcused).toEqual([]);
});

test('many errors in a row of several operations are excused, however soon they end', () => {
  for (const others of ['verify', 'logs'] as const) {
    const errors = new OutageErrors();
    fail(errors, [100, 101, 102, 103, 104]);
    fail(errors, [105], { operation: others });
    expect(timesOf(errors.excused)).toHaveLength(others === 'verify' ? 6 : 0);
    expect(timesOf(errors.countingAt(exchange(140, 200)))).toHaveLength(others === 'verify' ? 0 : 6);
  }
});

test('errors beside more rejections are excused only if a configured request failed, too', () => {
  for (const canonical of [false, true]) {
    const errors = new OutageErrors();
    fail(errors, [100], { canonical });
    for (const at of [150, 200, 250]) errors.countingAt(exchange(at, 400));
    fail(errors, [350]);
    expect(timesOf(errors.countingAt(exchange(400, 200)))).toEqual(canonical ? [] : [100, 350]);
  }
});

test('errors are excused while one part accepts nothing, and those of other parts meanwhile', () => {
  const errors = new OutageErrors();
  fail(errors, [100], { operation: 'register' });
  expect(errors.countingAt(exchange(150, 200))).toEqual([]);
  fail(errors, [200, 250], { operation: 'verify', authorization: 'Bearer other' });
  fail(errors, [350], { operation: 'create' });
  for (const operation of ['logs', 'create', 'verify', 'register'] as const)
    expect(errors.countingAt(exchange(400, 200, { operation }))).toEqual([]);
  expect(timesOf(errors.excused)).toEqual([100, 200, 250, 350]);
});

test('errors of requests with other tokens are excused until such requests are rejected again, even if the valid token is accepted', () => {
  const authorization = 'Bearer other';
  const errors = new OutageErrors();
  fail(errors, [100], { authorization });
  errors.countingAt(exchange(200, 200));
  // For example because of its form.
  errors.countingAt(exchange(200, 404, { authorization }));
  fail(errors, [350], { authorization, operation: 'create' });
  const reject = (at: number) => errors.countingAt(exchange(at, 401, { authorization }));
  for (let count = 0; count < 8; count += 1) reject(400);
  expect(timesOf(errors.excused)).toEqual([100, 350]);
  errors.countingAt(exchange(900, 200, { operation: 'create' }));
  fail(errors, [1000], { authorization });
  for (let count = 0; count < 8; count += 1) reject(1200);
  expect(timesOf(errors.countingAt(exchange(1300, 200)))).toEqual([1000]);
  expect(timesOf(errors.excused)).toEqual([100, 350]);
});

test('an operation may fail without the valid token first', () => {
  const errors = new OutageErrors();
  fail(errors, [100], { authorization: 'Bearer other' });
  fail(errors, [115]);
  const reject = () => errors.countingAt(exchange(150, 401, { operation: 'verify', authorization: 'Bearer other' }));
  expect(errors.countingAt(exchange(130, 200, { operation: 'register' }))).toEqual([]);
  for (let count = 0; count < 10; count += 1) expect(reject()).toEqual([]);
  fail(errors, [350]);
  expect(errors.countingAt(exchange(400, 200))).toEqual([]);
  expect(timesOf(errors.excused)).toEqual([100, 115, 350]);
});

test('errors at the same time may be known in another order than they ended', () => {
  const errors = new OutageErrors();
  fail(errors, [101, 100, 350]);
  expect(errors.countingAt(exchange(105, 400))).toEqual([]);
  errors.countingAt(exchange(400, 200));
  expect(timesOf(errors.excused)).toEqual([101, 100, 350]);
});

test('after a second outage, the errors of both count', () => {
  const errors = new OutageErrors();
  fail(errors, [100, 350]);
  errors.countingAt(exchange(400, 200));
  fail(errors, [1000, 1300]);
  expect(timesOf(errors.countingAt(exchange(1400, 200)))).toEqual([100, 350, 1000, 1300]);
  expect(errors.excused).toEqual([]);
});

test('errors may be excused before a request is accepted again', () => {
  const errors = new OutageErrors();
  fail(errors, [100]);
  expect(timesOf(errors.unexcused)).toEqual([100]);
  fail(errors, [400]);
  expect(errors.unexcused).toEqual([]);
  expect(timesOf(errors.excused)).toEqual([100, 400]);
});

test.each([
  { errors: 20, counting: 0 },
  { errors: 19, counting: 19 },
])('$errors errors in a row, all of them shortly before the run pauses: $counting count', ({
  errors: count,
  counting,
}) => {
  const errors = new OutageErrors();
  fail(
    errors,
    Array.from({ length: count }, (_, at) => 100 + at),
  );
  expect(errors.countingAt(exchange(2000, 200))).toHaveLength(counting);
});

test('many errors in a row count if a request is accepted right after them', () => {
  const errors = new OutageErrors();
  fail(
    errors,
    Array.from({ length: 40 }, (_, at) => 100 + at),
  );
  expect(errors.countingAt(exchange(200, 200))).toHaveLength(40);
});
