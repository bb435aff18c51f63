/**
 * Time as client, log and checks see it. A simulation replaces it, so that waiting for seconds costs nothing. Only code that
 * waits for real sockets (`client/wire/transport.ts`, the sources of codes) also uses timers of Node.
 */
import { setTimeout as systemSleep } from 'node:timers/promises';

export interface Clock {
  /** ms since the epoch. */
  now(): number;
  /** ms since some moment, on a clock that nobody sets: for durations. */
  elapsed(): number;
  /** Resolves after that long, ms. */
  sleep(ms: number): Promise<void>;
  /** Calls back once after that long, ms. */
  startTimer(ms: number, call: () => void): Timer;
}

export interface Timer {
  /** Starts the same time again. */
  restart(): void;
  cancel(): void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: (ms) => systemSleep(ms),
  startTimer: (ms, call) => {
    const timer = setTimeout(call, ms);
    return { restart: () => void timer.refresh(), cancel: () => clearTimeout(timer) };
  },
};

/** Waits until a moment, ms since the epoch; not at all if it has passed. */
export async function waitUntil(clock: Clock, moment: number): Promise<void> {
  const left = moment - clock.now();
  if (left > 0) await clock.sleep(left);
}

/** Waits until work has ended, however it ended, but for at most so many ms. */
export function waitAtMost(clock: Clock, ms: number, work: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.startTimer(ms, resolve);
    const end = () => {
      timer.cancel();
      resolve();
    };
    work.then(end, end);
  });
}
