import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bagOf, between, equal, minus, sizeOf, sum, within } from './bag.ts';

const items = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });

test('a bag counts each item, and its size is the number of items', () => {
  expect([...bagOf(['a', 'b', 'a'])]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  fc.assert(fc.property(items, (list) => sizeOf(bagOf(list)) === list.length));
});

test('the sum of bags is the bag of all their items', () => {
  expect(sum().size).toBe(0);
  fc.assert(
    fc.property(items, items, items, (a, b, c) => {
      expect(sum(bagOf(a), bagOf(b), bagOf(c))).toEqual(bagOf([...a, ...b, ...c]));
    }),
  );
});

test('minus leaves what the first bag has more of, and never a negative count', () => {
  expect(minus(bagOf(['a', 'a', 'a', 'b']), bagOf(['a', 'b', 'b', 'c']))).toEqual(new Map([['a', 2]]));
  fc.assert(
    fc.property(items, items, (a, b) => {
      expect(minus(sum(bagOf(a), bagOf(b)), bagOf(b))).toEqual(bagOf(a));
    }),
  );
});

test('a bag is within another when minus leaves nothing, and equal when both are within each other', () => {
  expect(within(bagOf(['a', 'b']), bagOf(['a', 'b', 'b']))).toBe(true);
  expect(within(bagOf(['a', 'a']), bagOf(['a', 'b']))).toBe(false);
  expect(within(bagOf(['c']), bagOf(['a']))).toBe(false);
  expect(equal(bagOf(['a', 'b', 'b']), bagOf(['b', 'a', 'b']))).toBe(true);
  expect(equal(bagOf(['a', 'b', 'b']), bagOf(['a', 'a', 'b']))).toBe(false);
  fc.assert(
    fc.property(items, items, (a, b) => {
      const [one, other] = [bagOf(a), bagOf(b)];
      expect(within(one, other)).toBe(minus(one, other).size === 0);
      expect(equal(one, other)).toBe(a.toSorted().join() === b.toSorted().join());
    }),
  );
});

test('a bag lies between two others if each of its counts does', () => {
  const [few, many] = [bagOf('aab'), bagOf('aabbc')];
  for (const items of ['aab', 'aabb', 'aabc', 'aabbc']) {
    expect(between(bagOf(items), few, many)).toBe(true);
    expect(between(bagOf(items), many, few)).toBe(true);
  }
  for (const items of ['', 'ab', 'aaab', 'aabbb', 'aabd']) expect(between(bagOf(items), few, many)).toBe(false);
});
