import { expect, test } from 'vitest';
import { bags, type Walk } from '../../../src/suite.ts';
import { losesOnlyOldest } from './lost-in-window.ts';

const walkOf = (items: readonly string[]): Walk => ({
  webhook: 'wh_1',
  query: {},
  form: 'repeated',
  pages: [],
  items,
  bag: bags.bagOf(items),
  end: 'end',
  total: items.length,
});

/** The newest item first; of the fifth one, which is gone since, no range tells the time. */
const before = walkOf(['i6', 'i5', 'gone', 'i4', 'i3', 'i2', 'i1']);
const places = new Map(['i1', 'i2', 'i3', 'i4', 'i5', 'i6'].map((item, at) => [item, Math.floor(at / 2)]));
const buckets = { places, count: 3, cuts: [1000, 2000], upTo: [] };

const without = (...lost: readonly string[]): Walk => walkOf(before.items.filter((item) => !lost.includes(item)));

test.each([
  ['the oldest one', ['i1'], true],
  ['one that is about as old as the oldest', ['i2'], true],
  ['the two oldest ones and the next one', ['i1', 'i2', 'i3'], true],
  ['the newest one', ['i6'], false],
  ['one between others', ['i4'], false],
  ['one between others that is in no range any more', ['gone'], false],
  ['the oldest one and one between others', ['i1', 'i4'], false],
])('of a log that loses %s', (_, lost, isOnlyOldest) => {
  expect(losesOnlyOldest(before, without(...lost), buckets)).toBe(isOnlyOldest);
});

test('an item of unknown time proves nothing in a walk that does not follow time', () => {
  const mixed = walkOf(['i1', 'i6', 'gone', 'i4', 'i3', 'i2', 'i5']);
  expect(losesOnlyOldest(mixed, walkOf(['i1', 'i6', 'i4', 'i3', 'i2', 'i5']), buckets)).toBe(true);
});

test('a log that loses everything may have lost its oldest items only', () => {
  expect(losesOnlyOldest(before, walkOf([]), buckets)).toBe(true);
});
