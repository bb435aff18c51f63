import { expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { Exchange } from '../../core/exchange.ts';
import { RunForecast } from './run-forecast.ts';

const answered = (status: number) => ({ response: { status, headers: [] } }) as unknown as Exchange;

/** A forecast after so many answers and refusals within so many seconds. */
function forecastAfter(given: {
  answers: number;
  refusals?: number;
  seconds: number;
  limitMs?: number;
  extraMs?: number;
}) {
  let ms = 0;
  const { limitMs = 80_000, extraMs = 0 } = given;
  const forecast = new RunForecast({ ...systemClock, elapsed: () => ms }, limitMs, { extraMs });
  forecast.expect(2800);
  for (let one = 0; one < given.answers; one += 1) forecast.note(answered(200));
  for (let one = 0; one < (given.refusals ?? 0); one += 1) forecast.note(answered(one % 2 === 0 ? 429 : 503));
  ms = 1000 * given.seconds;
  return forecast;
}

test('the time that would do follows from the answers so far, without what was refused for load', () => {
  const forecast = forecastAfter({ answers: 1300, refusals: 400, seconds: 68 });
  expect(forecast.isTooLong).toBe(true);
  expect(forecast.advice).toBe(', such as 4m (it answered 1300 requests in 68 s, of about 2800)');
});

test('time that throttling took and the run got back is not a reason to stop, but counts in the suggested --max-time', () => {
  const forecast = forecastAfter({ answers: 1300, seconds: 100, extraMs: 75_000 });
  expect(forecast.isTooLong).toBe(false);
  expect(forecast.advice).toContain('such as 6m');
});

test('a pause that the target asks for belongs to the time of as many requests', () => {
  expect(forecastAfter({ answers: 400, seconds: 10 }).adviceWithPause(50_000)).toBe(
    ', such as 11m (it answered 400 requests in 60 s, of about 2800)',
  );
});

test('a run that has sent more requests than usual is expected to need a quarter more', () => {
  const { advice } = forecastAfter({ answers: 3000, seconds: 68 });
  expect(advice).toBe(', such as 3m (it answered 3000 requests in 68 s, more than the usual 2800)');
});

test('a target that is fast enough, or whose pace is not known, is not too slow', () => {
  for (const given of [
    { answers: 2000, seconds: 10 },
    { answers: 99, seconds: 60 },
  ]) {
    const forecast = forecastAfter(given);
    expect([forecast.isTooLong, forecast.advice]).toEqual([false, '']);
  }
  expect(forecastAfter({ answers: 1300, seconds: 68, limitMs: Number.POSITIVE_INFINITY }).isTooLong).toBe(false);
});

test('a time of more than an hour is not advised', () => {
  const { isTooLong, advice } = forecastAfter({ answers: 100, seconds: 300 });
  expect([isTooLong, advice]).toEqual([true, '']);
});
