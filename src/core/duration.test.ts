import { expect, test } from 'vitest';
import { describeDuration, durationMs } from './duration.ts';

test.each([
  ['60s', 60_000],
  ['2m', 120_000],
  ['500ms', 500],
  ['1h', 3_600_000],
  [' 3 ', 3000],
  ['soon', undefined],
  ['-1s', undefined],
  ['', undefined],
])('%j', (text, ms) => {
  expect(durationMs(text)).toBe(ms);
});

test('durations in messages have the unit that fits', () => {
  expect([500, 90_000, 300_000].map(describeDuration)).toEqual(['500 ms', '90 s', '5 min']);
});
