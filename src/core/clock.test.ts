import { expect, test } from 'vitest';
import { systemClock, waitAtMost } from './clock.ts';

const never = new Promise<never>(() => undefined);

test.each([
  ['succeeds', async () => undefined],
  ['fails', () => Promise.reject(new Error('no'))],
])('work that %s is waited for', async (_, work) => {
  const began = systemClock.elapsed();
  await waitAtMost(systemClock, 5000, work());
  expect(systemClock.elapsed() - began).toBeLessThan(1000);
});

test('work that does not end is waited for only so long', async () => {
  const began = systemClock.elapsed();
  await waitAtMost(systemClock, 20, never);
  expect(systemClock.elapsed() - began).toBeGreaterThan(15);
});
