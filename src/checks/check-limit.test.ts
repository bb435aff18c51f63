import { expect, test } from 'vitest';
import type { RunSettings } from '../core/config.ts';
import { defaultLimitMs, longestCheckMs } from './check-limit.ts';

const run = { rate: 0, maxRequests: 8000 } as RunSettings;

test('a check may take as long as the run that its user, or a target that throttles, makes slow', () => {
  expect(longestCheckMs(run)).toBe(defaultLimitMs);
  expect(longestCheckMs({ ...run, maxTimeMs: 80_000, throttledTimeMs: 180_000 })).toBe(260_000);
  expect(longestCheckMs({ ...run, rate: 5 })).toBe(1_600_000);
});

test('however slow the run, its timer does not overflow', () => {
  expect(longestCheckMs({ ...run, rate: 0.01, maxRequests: 100_000 })).toBe(2 ** 31 - 1);
});
