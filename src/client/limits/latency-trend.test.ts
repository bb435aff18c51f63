import { expect, test } from 'vitest';
import { LatencyTrend } from './latency-trend.ts';

const note = (trend: LatencyTrend, ms: number, count = 16, operation: 'create' | 'logs' = 'logs', status = 200) =>
  Array.from({ length: count }, () => trend.isRising(operation, status, ms)).includes(true);

test('responses that take much longer than before are a rise', () => {
  const trend = new LatencyTrend();
  expect(note(trend, 20)).toBe(false);
  expect(note(trend, 40)).toBe(false);
  expect(note(trend, 200)).toBe(true);
});

test('a target that is slow from the start shows no rise', () => {
  const trend = new LatencyTrend();
  expect(note(trend, 3000, 160)).toBe(false);
});

test('slow responses among quick ones are none: this process may have paused', () => {
  const trend = new LatencyTrend();
  note(trend, 20);
  expect(note(trend, 900, 11)).toBe(false);
  expect(note(trend, 20, 5)).toBe(false);
});

test('each operation is compared with itself, and so is what it rejects', () => {
  const trend = new LatencyTrend();
  note(trend, 5, 32, 'logs');
  expect(note(trend, 400, 32, 'create')).toBe(false);
  note(trend, 5, 32, 'create', 401);
  expect(note(trend, 400, 32, 'create')).toBe(false);
});

test('some milliseconds are none, however quick the target was', () => {
  const trend = new LatencyTrend();
  note(trend, 1);
  expect(note(trend, 40)).toBe(false);
});
