import { expect, test } from 'vitest';
import type { Exchange } from '../core/exchange.ts';
import { Outages } from './outages.ts';

let number = 0;
const answered = (status: number) => {
  number += 1;
  return { number, request: { operation: 'logs', proper: true }, response: { status } } as unknown as Exchange;
};

const outagesOf = (...statuses: number[]) => {
  const outages = new Outages();
  for (const status of statuses) outages.record(answered(status));
  return outages.of('logs');
};

test('gateway errors without a success between them are one outage', () => {
  expect(outagesOf(200, 502, 502, 504, 200).outages).toBe(1);
  expect(outagesOf(502, 404, 502).outages).toBe(1);
});

test('a success ends an outage', () => {
  expect(outagesOf(502, 200, 502, 200, 504).outages).toBe(3);
});

test('load shedding is not an outage, but its exchanges are kept', () => {
  const { outages, exchanges } = outagesOf(503, 200, 503, 200);
  expect(outages).toBe(0);
  expect(exchanges).toHaveLength(2);
});

test('other server errors are not counted, and the first three exchanges are kept', () => {
  expect(outagesOf(500, 501).exchanges).toEqual([]);
  expect(outagesOf(502, 502, 502, 502).exchanges).toHaveLength(3);
});
