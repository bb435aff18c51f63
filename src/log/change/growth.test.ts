import { expect, test } from 'vitest';
import { bagOf } from '../../oracles/bag.ts';
import type { Page } from '../../schema/page.ts';
import type { Reading } from '../reading.ts';
import { arrivals, changeBetween, compareReadings, ReadingHistory, type SeenBefore, SeenItems } from './growth.ts';

const neverSeen: SeenBefore = () => 0;

/** @param items one letter each; @param lastTotal the total of the last page, if it differs from the first one's */
const reading = (items: string, total: number, lastTotal = total, change: Partial<Reading> = {}): Reading => ({
  query: 'no filter',
  bag: bagOf(items),
  total,
  lastTotal,
  end: 'end',
  lastStatus: undefined,
  began: 0,
  ended: 0,
  ...change,
});

const kindOf = (earlier: Reading, later: Reading, seenBefore = neverSeen) =>
  compareReadings(earlier, later, seenBefore).kind;

test('readings that agree in bag, totals and end are the same', () => {
  expect(kindOf(reading('abc', 3), reading('cba', 3))).toBe('same');
  expect(kindOf(reading('abc', 3), reading('abc', 3, 3, { end: 'cut' }))).not.toBe('same');
  expect(kindOf(reading('', -1, -1, { lastStatus: 500 }), reading('', -1, -1, { lastStatus: 503 }))).not.toBe('same');
});

test('a log has grown if new items arrived and the totals follow, though the oldest left', () => {
  expect(kindOf(reading('abc', 3), reading('abcd', 4))).toBe('grown');
  expect(kindOf(reading('abc', 3), reading('bcde', 4))).toBe('grown');
  expect(kindOf(reading('abc', 3), reading('bcd', 3))).toBe('grown');
});

test('totals that do not follow, and known items that come back, are not growth', () => {
  expect(kindOf(reading('abc', 3), reading('abcd', 2))).toBe('unstable');
  expect(kindOf(reading('abc', 3), reading('abcd', 6))).toBe('unstable');
  expect(kindOf(reading('abc', 3), reading('abcd', 4), (item) => (item === 'd' ? 1 : 0))).toBe('unstable');
});

test('missing items without arrivals have vanished at the same total, and shrink the log at another', () => {
  expect(kindOf(reading('abc', 3), reading('ab', 3))).toBe('vanished');
  expect(kindOf(reading('abc', 3), reading('ab', 2))).toBe('shrunk');
  expect(kindOf(reading('abc', 3), reading('abd', 4))).toBe('unstable');
});

test('growth during a walk: totals only rise, and each reading fits between its own totals', () => {
  expect(kindOf(reading('abc', 3, 4), reading('abcde', 5))).toBe('grown');
  // Fewer items than either total of the later reading.
  expect(kindOf(reading('abc', 3, 4), reading('abc', 4))).toBe('shrunk');
  expect(kindOf(reading('abc', 3), reading('abc', 3, 4))).toBe('grown');
  expect(kindOf(reading('abcd', 3, 4), reading('abcd', 4))).toBe('grown');
  // More items than either total of the earlier reading.
  expect(kindOf(reading('abcde', 3, 4), reading('abcde', 5, 6))).toBe('shrunk');
  // The totals of a walk that did not end prove less: its last page is not the log's last one.
  expect(kindOf(reading('abc', 3), reading('abc', 3, 4, { end: 'cut' }))).toBe('vanished');
});

test('arrivals under a total that rises during the later walk are growth, whatever else left', () => {
  expect(kindOf(reading('abc', 3), reading('bx', 4, 6))).toBe('grown');
  expect(kindOf(reading('abc', 3), reading('bx', 4, 6), () => 1)).toBe('unstable');
});

test('a ring keeps one total while new items arrive, whatever a walk misses or has beyond it', () => {
  expect(kindOf(reading('abcd', 4), reading('cde', 4))).toBe('grown');
  expect(kindOf(reading('abcde', 4), reading('def', 4))).toBe('grown');
  expect(kindOf(reading('abc', 3), reading('abcd', 3))).toBe('grown');
  expect(kindOf(reading('abcd', 4), reading('bcd', 4))).toBe('vanished');
  expect(kindOf(reading('abcd', 4, 5), reading('cde', 4))).toBe('unstable');
  expect(kindOf(reading('abcd', 4), reading('cde', 5))).toBe('unstable');
});

test('growth is complete if both readings have as many items as their totals', () => {
  expect(compareReadings(reading('abc', 3), reading('abcd', 4), neverSeen)).toEqual({ kind: 'grown', complete: true });
  expect(compareReadings(reading('ab', 3), reading('abc', 4), neverSeen)).toEqual({ kind: 'grown', complete: false });
});

test('an arrival is what neither the earlier reading nor any before it had', () => {
  expect(arrivals(bagOf('ab'), bagOf('aabc'), neverSeen)).toEqual(bagOf('ac'));
  expect(arrivals(bagOf('ab'), bagOf('aabc'), (item) => (item === 'c' ? 1 : 0))).toEqual(bagOf('a'));
  expect(arrivals(bagOf('ab'), bagOf('aabc'), (item) => (item === 'a' ? 2 : 0))).toEqual(bagOf('c'));
});

test('the highest count of an item is taken from readings that ended before', () => {
  const seen = new SeenItems();
  seen.add(bagOf('aab'), 5);
  seen.add(bagOf('a'), 9);
  seen.add(bagOf('aaa'), 12);
  seen.add(bagOf('ab'), 2);
  const most = (item: string, ...began: number[]) => began.map((at) => seen.mostBefore(item, at));
  expect(most('a', 2, 3, 5, 6, 12, 13)).toEqual([0, 1, 1, 2, 2, 3]);
  expect(most('b', 13)).toEqual([1]);
  expect(most('c', 13)).toEqual([0]);
  // Added later, although it ended earlier.
  seen.add(bagOf('aaaa'), 4);
  expect(most('a', 4, 5)).toEqual([1, 4]);
});

test('an item that an earlier reading of any query had is not new when it comes back', () => {
  const at = (began: number, ended: number, query = 'no filter') => ({ began, ended, query });
  const history = new ReadingHistory();
  expect(history.compare(reading('abc', 3, 3, at(1, 2)), reading('abd', 3, 3, at(3, 4))).kind).toBe('grown');
  expect(history.compare(reading('abd', 3, 3, at(5, 6)), reading('abc', 3, 3, at(7, 8))).kind).toBe('unstable');
  const filtered = 'status=failed';
  const [bd, bc] = [reading('bd', 2, 2, at(9, 9, filtered)), reading('bc', 2, 2, at(10, 10, filtered))];
  expect(history.compare(bd, bc).kind).toBe('unstable');
  expect(new ReadingHistory().compare(bd, bc).kind).toBe('grown');
});

test.each([
  ['abcd', 9, 'abcd', 9, 'none', 'nothing changed'],
  ['abcd', 9, 'nabc', 10, 'grown', 'an entry arrived'],
  ['abcd', 9, 'abcd', 8, 'none', 'an entry left, perhaps for the search'],
  ['abcd', 9, 'nabc', 9, 'rolled', 'an entry arrived as another left, the newest first'],
  ['abcd', 9, 'bcde', 9, 'rolled', 'the same, the oldest first'],
  ['abcd', 9, 'na', 9, 'rolled', 'the same, on a shorter page'],
  ['abcd', 9, 'dcba', 9, 'none', 'entries of one time come in another order'],
  ['abcd', 9, 'wxyz', 9, 'rewritten', 'items are written anew each time'],
])('a first page %s of %d, then %s of %d: %s (%s)', (earlier, total, later, laterTotal, expected) => {
  const pageOf = (items: string, totalItems: number) => ({ data: [...items], totalItems }) as unknown as Page;
  expect(changeBetween(pageOf(earlier, total), pageOf(later, laterTotal))).toBe(expected);
  expect(changeBetween(undefined, pageOf(later, laterTotal))).toBe('none');
});
