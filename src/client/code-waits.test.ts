import { expect, test } from 'vitest';
import { systemClock } from '../core/clock.ts';
import { CodeWaits } from './code-waits.ts';
import type { LookForCodes, Outside } from './outside.ts';

const source = { url: 'http://codes.invalid', waitMs: 20 };

/** Waits that count how long they slept, ms. */
function waiting(lookForCodes: LookForCodes) {
  const slept = { ms: 0 };
  let now = 0;
  const clock = {
    ...systemClock,
    elapsed: () => now,
    sleep: async (ms: number) => {
      now += ms;
      slept.ms += ms;
    },
  };
  const waits = new CodeWaits();
  const outside = { clock, lookForCodes } as unknown as Outside;
  return { slept, wait: () => waits.await(source, 'a@example.com', undefined, outside) };
}

test('where no code ever arrives, later waits only look once', async () => {
  const { slept, wait } = waiting(async () => []);
  for (let at = 0; at < 3; at += 1) await wait();
  const before = slept.ms;
  expect(await wait()).toEqual([]);
  expect(before).toBeGreaterThan(0);
  expect(slept.ms).toBe(before);
});

test('once a code has arrived, every wait is a whole one', async () => {
  let asked = 0;
  const { slept, wait } = waiting(async () => (asked++ === 0 ? ['1234'] : []));
  for (let at = 0; at < 5; at += 1) await wait();
  const before = slept.ms;
  await wait();
  expect(slept.ms).toBeGreaterThan(before);
});

test('a source that fails again and again is asked no more', async () => {
  let asked = 0;
  const { wait } = waiting(async () => {
    asked += 1;
    throw new Error('no such host');
  });
  for (let at = 0; at < 9; at += 1) await expect(wait()).rejects.toThrow('no such host');
  expect(asked).toBe(5);
});
