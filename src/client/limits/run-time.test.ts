import { expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import type { Settings } from '../../core/config.ts';
import { RunTime, timeLimitOf } from './run-time.ts';

/** A clock that is set by hand, on which nothing sleeps. */
function clockAt() {
  const at = { ms: 0 };
  const slept: number[] = [];
  const clock = {
    ...systemClock,
    elapsed: () => at.ms,
    sleep: async (ms: number) => void slept.push(ms),
  };
  return { clock, at, slept };
}

test('near its end, the time is over for all but confirmations', () => {
  const { clock, at } = clockAt();
  const time = new RunTime(clock, { ms: 1000, extraMs: 0 });
  at.ms = 900;
  expect([time.isOver({ confirming: false }), time.isOver({ confirming: true })]).toEqual([true, false]);
  at.ms = 1000;
  expect(time.isOver({ confirming: true })).toBe(true);
});

test('without a limit, the time is never over', () => {
  const { clock, at } = clockAt();
  const time = new RunTime(clock);
  at.ms = 1e12;
  expect(time.isOver({ confirming: false })).toBe(false);
});

test('a pause lasts no longer than the time', async () => {
  const { clock, at, slept } = clockAt();
  const time = new RunTime(clock, { ms: 1000, extraMs: 0 });
  await time.clock.sleep(300);
  at.ms = 900;
  await time.clock.sleep(300);
  at.ms = 2000;
  await time.clock.sleep(300);
  expect(slept).toEqual([300, 100]);
});

test('what throttling took is given back, up to the most that is allowed', () => {
  const { clock, at } = clockAt();
  const time = new RunTime(clock, { ms: 1000, extraMs: 500 });
  time.giveBack(300);
  at.ms = 1200;
  expect([time.left, time.isOver({ confirming: true })]).toEqual([100, false]);
  time.giveBack(300);
  expect([time.left, time.extraMs]).toEqual([300, 500]);
});

test('a run that waits for a target that throttles does not end meanwhile, and ends if the wait was in vain', () => {
  const { clock, at } = clockAt();
  const time = new RunTime(clock, { ms: 1000, extraMs: 500 });
  time.lend(400);
  at.ms = 1200;
  expect([time.isOver({ confirming: false }), time.extraMs]).toEqual([false, 400]);
  time.takeBack(400);
  expect([time.isOver({ confirming: true }), time.extraMs]).toEqual([true, 0]);
  time.lend(700);
  expect(time.left).toBe(300);
});

test('a time that is given, or a budget, is not extended', () => {
  const run = { maxTimeMs: 80_000, throttledTimeMs: 120_000 } as Settings['run'];
  expect(timeLimitOf({ run })).toEqual({ ms: 80_000, extraMs: 120_000, option: '--max-time' });
  expect(timeLimitOf({ run: { ...run, budgetMs: 30_000 } })).toEqual({ ms: 30_000, extraMs: 0, option: '--budget' });
});

test('the end of a run ends its pauses, and those that begin later', async () => {
  const time = new RunTime(systemClock);
  const began = systemClock.elapsed();
  const pause = time.clock.sleep(60_000);
  time.end();
  await pause;
  await time.clock.sleep(60_000);
  expect(systemClock.elapsed() - began).toBeLessThan(5000);
});

test('a clock that is an instance of a class keeps its methods', () => {
  class ClockOfClass {
    now = (): number => 5;
    elapsed(): number {
      return 7;
    }
    sleep = systemClock.sleep;
    startTimer = systemClock.startTimer;
  }
  expect(new RunTime(new ClockOfClass()).clock.elapsed()).toBe(7);
});
