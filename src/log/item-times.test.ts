import { expect, test } from 'vitest';
import { itemTimes } from './item-times.ts';

const day = '2024-01-06T06:59:15.131Z';

test('the member that is a time in every item gives the times', () => {
  const items = [1, 2].map((n) => JSON.stringify({ id: `log-${n}`, sentAt: n === 1 ? day : null, createdAt: day, n }));
  expect(itemTimes(items)).toEqual([Date.parse(day), Date.parse(day)]);
});

test('epoch seconds and milliseconds are times; small numbers and opaque items are not', () => {
  expect(itemTimes(['{"at":1700000000}', '{"at":1700000000500}'])).toEqual([1_700_000_000_000, 1_700_000_000_500]);
  expect(itemTimes(['{"attempts":3}'])).toEqual([]);
  expect(itemTimes([JSON.stringify({ at: day }), 'wh_1 failed'])).toEqual([]);
  expect(itemTimes([])).toEqual([]);
});
