import { expect, test } from 'vitest';
import { withoutTime } from './moments.ts';

test.each([
  ['created at 2026-11-28T22:41:05.123Z', 'created at 2026-11-28TZ'],
  ['DTSTAMP:20261128T224105Z', 'DTSTAMP:20261128TZ'],
  ['event 1795905665123', 'event '],
  ['event 7 of p1', 'event 7 of p1'],
])('%s without its time is %s', (item, rest) => {
  expect(withoutTime(item)).toBe(rest);
});
