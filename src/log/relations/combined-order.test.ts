import { expect, test } from 'vitest';
import { bagOf } from '../../oracles/bag.ts';
import type { Walk } from '../walk.ts';
import { beginsAtWrongEnd, contradictsOrder, followsSameOrder } from './combined-order.ts';

const buckets = {
  places: new Map(['a', 'b', 'c', 'd', 'e'].map((item, place) => [item, place])),
  count: 5,
  cuts: [1, 2, 3, 4],
  upTo: [],
};

const clues = { buckets, differ: (one: string, other: string) => one !== other };

const walkOf = (items: readonly string[], sortDirection: 'asc' | 'desc' = 'asc'): Walk => ({
  webhook: 'w',
  query: { sortBy: 'at', sortDirection },
  form: 'alone',
  pages: [],
  items,
  bag: bagOf(items),
  total: items.length,
  end: 'end',
});
const ascending = walkOf(['a', 'b', 'c', 'd', 'e']);
const descending = walkOf(['e', 'd', 'c', 'b', 'a'], 'desc');

test('items must come in the direction in which the sort alone goes through time', () => {
  const first = { items: ['b', 'd'], all: [] };
  expect(contradictsOrder(first, ascending, clues)).toBe(false);
  expect(contradictsOrder(first, descending, clues)).toBe(true);
});

test('the first page must hold the first of all items that the search returns', () => {
  expect(contradictsOrder({ items: ['b', 'c'], all: ['c', 'b', 'e'] }, ascending, clues)).toBe(false);
  expect(contradictsOrder({ items: ['b', 'c'], all: ['a', 'b', 'c'] }, ascending, clues)).toBe(true);
  expect(contradictsOrder({ items: ['d', 'c'], all: ['e', 'd', 'c'] }, descending, clues)).toBe(true);
});

test('a sort that does not follow time tells nothing', () => {
  const byName = walkOf(['c', 'a', 'e', 'b', 'd']);
  expect(contradictsOrder({ items: ['d', 'b'], all: ['a'] }, byName, clues)).toBe(false);
});

test('items that are equal in the sort field, or may be, come in any order', () => {
  const equal = { buckets, differ: () => false };
  expect(contradictsOrder({ items: ['b', 'd'], all: [] }, descending, equal)).toBe(false);
  const apart = { buckets, differ: (one: string, other: string) => one === 'd' && other === 'a' };
  expect(contradictsOrder({ items: ['b', 'd', 'c', 'a'], all: [] }, ascending, apart)).toBe(false);
  expect(contradictsOrder({ items: ['b', 'd', 'a'], all: [] }, ascending, apart)).toBe(true);
});

test('a single item, and items whose place is unknown, are in every order', () => {
  expect(contradictsOrder({ items: ['c'], all: ['c'] }, ascending, clues)).toBe(false);
  expect(contradictsOrder({ items: ['x', 'y'], all: ['z'] }, descending, clues)).toBe(false);
});

test('the finding names both orders', () => {
  const combined = { ...walkOf(['d', 'b']), query: { sortBy: 'at', sortDirection: 'asc', from: '2' } as const };
  expect(followsSameOrder(clues)([ascending, combined])?.message).toBe(
    'the walk with sortBy=at&sortDirection=asc&from=2 is in descending order of time, from d on; expected ascending, as the walk with sortBy=at&sortDirection=asc alone',
  );
  expect(followsSameOrder(clues)([descending, combined])).toBeUndefined();
});

const scattered = ['d', 'a', 'e', 'b', 'c'];
const orders = {
  own: walkOf(scattered),
  turned: walkOf(scattered.toReversed()),
  plain: walkOf(['a', 'b', 'c', 'd', 'e']),
};
const begins = (items: readonly string[], all: readonly string[], known = orders, differ = () => true) =>
  beginsAtWrongEnd({ items, all }, known, { buckets, differ });

test('the entry that a sort has last must not come before the one that it has first', () => {
  const all = ['d', 'a', 'b', 'c'];
  expect(begins(['d', 'a'], all)).toBe(false);
  expect(begins(['a', 'b'], all)).toBe(false);
  expect(begins(['c', 'b'], all)).toBe(true);
  expect(begins(['c', 'd'], all)).toBe(true);
});

test('entries that may be equal in the sort field decide nothing: neighbours, and those in the order of the log', () => {
  expect(begins(['c', 'b'], ['a', 'e', 'b', 'c'])).toBe(false);
  const byTime = { ...orders, own: walkOf(['e', 'd', 'c', 'b', 'a']), turned: walkOf(['a', 'b', 'c', 'd', 'e']) };
  expect(begins(['a', 'b'], ['e', 'c', 'b', 'a'], byTime)).toBe(false);
  expect(begins(['c', 'd'], ['d', 'b', 'c'])).toBe(false);
  expect(begins(['c', 'b'], ['d', 'a', 'b', 'c'], orders, () => false)).toBe(false);
});
