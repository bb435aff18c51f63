import { expect, test } from 'vitest';
import type { CreationBody, Exchange } from '../../src/suite.ts';
import { bodiesApart, findOtherItem } from './own-items.ts';

const first: CreationBody = { limit: 10, profileIds: ['prof-1.a'], calendarIds: ['cal+1'] };
const last: CreationBody = { limit: 10, profileIds: ['prof-2.b'], calendarIds: ['cal+2'] };

function exchangeOf(...data: readonly string[]): Exchange {
  const bytes = Buffer.from(JSON.stringify({ data, cursor: { totalItems: data.length } }));
  const headers = [['Content-Type', 'application/json']];
  return { request: { proper: true }, response: { status: 201, headers, bytes } } as unknown as Exchange;
}

const alone = (one: string, other: string) => [
  { body: first, numbers: { items: 1, total: 1 }, exchange: exchangeOf(one) },
  { body: last, numbers: { items: 1, total: 1 }, exchange: exchangeOf(other) },
];
const named = alone('event 1 of prof-1.a in cal+1', 'event 2 of prof-2.b in cal+2');

test('an item that names ids of another body only is found, and one that names its own as well is not', () => {
  const find = (item: string) => findOtherItem(named, [{ body: last, exchange: exchangeOf(item) }])?.message;
  expect(find('event 4 of prof-1.a in cal+1')).toMatch(/names profileIds of another body/);
  expect(find('event 4 of prof-2.b in cal+1')).toMatch(/names calendarIds of another body/);
  expect(find('event 4 of prof-2.b in cal+2, beside prof-1.a in cal+1')).toBeUndefined();
  expect(find('event 4 of prof-1.ab in cal+11')).toBeUndefined();
});

test('items that name no ids of their body tell nothing by the ids that they name', () => {
  const opaque = alone('event 000001 of prof-1.a', 'event 000002 of prof-1.a');
  expect(bodiesApart(opaque)).toEqual([]);
  expect(findOtherItem(opaque, [{ body: last, exchange: exchangeOf('event 000004 of prof-1.a') }])).toBeUndefined();
  expect(bodiesApart(named)).toEqual([first, last]);
});
