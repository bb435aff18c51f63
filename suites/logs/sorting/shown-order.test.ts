import { expect, test } from 'vitest';
import type { Walk } from '../../../src/suite.ts';
import { disorderIn } from './shown-order.ts';

const item = (createdAt: string) => JSON.stringify({ createdAt });
const noon = item('2026-01-05T12:00:00Z');
const soonAfter = item('2026-01-05T12:00:00.800Z');
const one = item('2026-01-05T13:00:00Z');
const two = item('2026-01-05T14:00:00Z');

const inOrder = (...items: readonly string[]) => {
  const times = new Map(items.map((text) => [text, Date.parse(JSON.parse(text).createdAt)]));
  return disorderIn(
    { items, query: { sortBy: 'createdAt', sortDirection: 'asc' } } as unknown as Walk,
    'createdAt',
    times,
  );
};

test('a walk that goes forward and backward in time is described by two of its items', () => {
  expect(inOrder(one, two, noon)).toBe(
    'with sortBy=createdAt&sortDirection=asc, an item with createdAt "2026-01-05T12:00:00Z" comes after one with createdAt "2026-01-05T14:00:00Z"',
  );
});

test('either direction of time is an order, and fractions of a second do not count', () => {
  expect(inOrder(noon, one, two)).toBeUndefined();
  expect(inOrder(two, one, noon)).toBeUndefined();
  expect(inOrder(soonAfter, noon, one)).toBeUndefined();
});
