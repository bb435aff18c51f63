import { expect, test } from 'vitest';
import type { LogStatus } from '../core/operation.ts';
import { generateLog, itemText } from './log.ts';
import { parseTime } from './time.ts';

test.each([0, 1, 60, 173, 1234])('computed counts and ranks of %i entries equal a scan of the log', (length) => {
  const log = generateLog('wh_x', 'alpha', length, 23);
  const entries = Array.from({ length }, (_, i) => log.entry(i));
  for (const status of ['succeeded', 'failed'] satisfies LogStatus[]) {
    const of = entries.filter((entry) => entry.status === status);
    expect(log.countBefore(length, status)).toBe(of.length);
    of.forEach((entry, rank) => {
      expect(log.nth(rank, status)).toBe(entry.index);
      expect(log.countBefore(entry.index, status)).toBe(rank);
    });
  }
  for (const { at } of entries) {
    for (const t of [at - 1, at, at + 1]) {
      const first = entries.findIndex((entry) => entry.at >= t);
      expect(log.firstNotBefore(t)).toBe(first < 0 ? length : first);
    }
  }
  expect(new Set(entries.map(itemText)).size).toBe(length);
  expect(entries.every((entry, i) => i === 0 || entry.at >= entries[i - 1]!.at)).toBe(true);
});

test('a log of a million entries ends in the past and is fast', () => {
  const log = generateLog('wh_1', 'alpha', 1_000_000, 0);
  expect(log.entry(999_999).at).toBeLessThan(Date.UTC(2026, 10, 1));
  expect(log.countBefore(1_000_000, 'failed') + log.countBefore(1_000_000, 'succeeded')).toBe(1_000_000);
});

test.each([
  ['2024-02-29T10:00:00Z', Date.UTC(2024, 1, 29, 10)],
  ['2024-02-29t10:00:00.5z', Date.UTC(2024, 1, 29, 10, 0, 0, 500)],
  ['2024-02-29T10:00:00.0001+01:30', Date.UTC(2024, 1, 29, 8, 30, 0, 1)],
  ['2024-02-29T10:00:00 01:30', Date.UTC(2024, 1, 29, 8, 30)],
  ['2016-12-31T23:59:60Z', Date.UTC(2017, 0, 1)],
  ['2023-02-29T10:00:00Z', undefined],
  ['2024-04-31T10:00:00Z', undefined],
  ['2024-01-01T24:00:00Z', undefined],
  ['2024-01-01', undefined],
  ['1700000000', undefined],
])('%s is %s', (text, ms) => {
  expect(parseTime(text)).toBe(ms);
});
