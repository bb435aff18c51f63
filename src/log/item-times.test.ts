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

const spellings: readonly [name: string, item: string][] = [
  ['a database writes it', '{"at":"2024-01-06 06:59:15.131"}'],
  ['a line of text begins with it', `${day} failed 503`],
  ['XML has it as an attribute', `<log id="1204999999" at="${day}"/>`],
  ['a delimited line has it in milliseconds', 'dlv-0a1b2|failed|1704524355131|3'],
];

test.for(spellings)('a time is found as %s', ([, item]) => {
  expect(itemTimes([item])).toEqual([Date.parse(day)]);
});

test('ids, fractions and impossible dates are not times', () => {
  for (const item of ['log-1704524355', '0.1704524355', '2024-13-41T99:99:99Z', '17045243551310'])
    expect([item, itemTimes([item])]).toEqual([item, []]);
});
