import { expect, test } from 'vitest';
import { withoutTime } from './moments.ts';

const sentAt = Date.UTC(2026, 10, 28, 22, 41, 5, 123);

test.each([
  ['created at 2026-11-28T22:41:05.123Z', 'created at 2026-11-28TZ'],
  ['DTSTAMP:20261128T224105Z', 'DTSTAMP:20261128TZ'],
  ['event 20261128224105-1', 'event -1'],
  ['event 20261128_224105', 'event '],
  ['event 1795905665123', 'event '],
  [`evt_${sentAt.toString(36)}_1`, 'evt__1'],
  [`evt${Math.floor(sentAt / 1000).toString(16)}1`, 'evt1'],
  ['event 7 of p1', 'event 7 of p1'],
  ['event 000000000042', 'event 000000000042'],
  [`evt_${(sentAt + 1e9).toString(36)}`, `evt_${(sentAt + 1e9).toString(36)}`],
])('%s without its time is %s', (item, rest) => {
  expect(withoutTime(item, sentAt)).toBe(rest);
});
