import { expect, test } from 'vitest';
import { bagOf } from './bag.ts';
import { arrivals, grew, type Known, onlyVanished, type Reading, Seen } from './growth.ts';

const unheardOf: Known = () => 0;
const reading = (items: string, total: number, last?: number): Reading => ({
  bag: bagOf(items),
  total,
  ...(last === undefined ? {} : { last }),
});

test('the most that was had of an item, of the reads that ended before', () => {
  const seen = new Seen();
  seen.add(bagOf('aab'), 5);
  seen.add(bagOf('a'), 9);
  seen.add(bagOf('aaa'), 12);
  seen.add(bagOf('ab'), 2);
  expect([seen.most('a', 2), seen.most('a', 3), seen.most('a', 5), seen.most('a', 6)]).toEqual([0, 1, 1, 2]);
  expect([seen.most('a', 12), seen.most('a', 13), seen.most('b', 13)]).toEqual([2, 3, 1]);
  expect(seen.most('c', 13)).toBe(0);
  // Read later, ended earlier.
  seen.add(bagOf('aaaa'), 4);
  expect([seen.most('a', 4), seen.most('a', 5)]).toEqual([1, 4]);
});

test('an arrival is more than the earlier read and any before it had', () => {
  expect(arrivals(bagOf('ab'), bagOf('aabc'), unheardOf)).toEqual(bagOf('ac'));
  expect(arrivals(bagOf('ab'), bagOf('aabc'), (item) => (item === 'c' ? 1 : 0))).toEqual(bagOf('a'));
  expect(arrivals(bagOf('ab'), bagOf('aabc'), (item) => (item === 'a' ? 2 : 0))).toEqual(bagOf('c'));
});

test('a log grew where new items came and the totals follow, though the oldest left', () => {
  expect(grew(reading('abc', 3), reading('abcd', 4), unheardOf)).toBe(true);
  expect(grew(reading('abc', 3), reading('bcde', 4), unheardOf)).toBe(true);
  expect(grew(reading('abc', 3), reading('bcd', 3), unheardOf)).toBe(true);
});

test('nothing new, totals that do not follow, and what is known and comes back are no growth', () => {
  expect(grew(reading('abc', 3), reading('abc', 3), unheardOf)).toBe(false);
  expect(grew(reading('abc', 3), reading('ab', 2), unheardOf)).toBe(false);
  expect(grew(reading('abc', 3), reading('abcd', 2), unheardOf)).toBe(false);
  expect(grew(reading('abc', 3), reading('abcd', 6), unheardOf)).toBe(false);
  expect(grew(reading('abc', 3), reading('abcd', 4), (item) => (item === 'd' ? 1 : 0))).toBe(false);
});

test('growth under the walks: each read fits between its own totals, which only rise', () => {
  expect(grew(reading('abc', 3, 4), reading('abcde', 5, 5), unheardOf)).toBe(true);
  expect(grew(reading('abc', 3), reading('abcde', 4, 6), unheardOf)).toBe(true);
  // More items than the last total, fewer than the first.
  expect(grew(reading('abc', 3), reading('abcdefg', 4, 6), unheardOf)).toBe(false);
  expect(grew(reading('abc', 3), reading('abcd', 5, 6), unheardOf)).toBe(false);
  // A total that falls in between.
  expect(grew(reading('abc', 3, 6), reading('abcde', 4, 6), unheardOf)).toBe(false);
  // Something left, so that the totals must say so.
  expect(grew(reading('abc', 3), reading('bcde', 4, 6), unheardOf)).toBe(true);
  expect(grew(reading('abc', 3), reading('cdefg', 4, 6), unheardOf)).toBe(false);
  // The first read fits between its totals or not.
  expect(grew(reading('abc', 3, 4), reading('abcdef', 4, 6), unheardOf)).toBe(true);
  expect(grew(reading('abc', 4, 4), reading('abcdef', 5, 6), unheardOf)).toBe(false);
  expect(grew(reading('abcde', 3, 4), reading('abcdef', 5, 6), unheardOf)).toBe(false);
  // The total alone rose, at the very end.
  expect(grew(reading('abc', 3), reading('abc', 3, 4), unheardOf)).toBe(true);
});

test('a ring that turns has one total while new items come, whatever a walk misses or has beyond it', () => {
  expect(grew(reading('abcd', 4), reading('cde', 4), unheardOf)).toBe(true);
  expect(grew(reading('abcde', 4), reading('def', 4), unheardOf)).toBe(true);
  expect(grew(reading('abc', 3), reading('abcd', 3), unheardOf)).toBe(true);
  // Nothing came.
  expect(grew(reading('abcd', 4), reading('bcd', 4), unheardOf)).toBe(false);
  // The totals differ somewhere.
  expect(grew(reading('abcd', 4, 5), reading('cde', 4), unheardOf)).toBe(false);
  expect(grew(reading('abcd', 4), reading('cde', 4, 5), unheardOf)).toBe(false);
  expect(grew(reading('abcd', 4), reading('cde', 5), unheardOf)).toBe(false);
});

test('items that left while none came', () => {
  expect(onlyVanished(reading('abc', 3), reading('ab', 3))).toBe(true);
  expect(onlyVanished(reading('abc', 3), reading('abd', 3))).toBe(false);
  expect(onlyVanished(reading('abc', 3), reading('ab', 2))).toBe(false);
});
