import { expect, test } from 'vitest';
import { bagOf } from '../../oracles/bag.ts';
import type { Walk } from '../walk.ts';
import {
  areApart,
  followsTime,
  inTimeOrder,
  keepsFirstOrder,
  orderOfDays,
  placesApart,
  placesOverlapping,
  type TimeBuckets,
  timeOrderOf,
} from './buckets.ts';

/** Items a to d in four buckets; x has no place in time. */
const buckets: TimeBuckets = {
  places: new Map([...'abcd'].map((item, place) => [item, place])),
  count: 4,
  cuts: [1, 2, 3],
  upTo: [],
};

const walk = (items: string): Walk => ({
  webhook: 'wh_1',
  query: {},
  form: 'repeated',
  pages: [],
  items: [...items],
  bag: bagOf(items),
  total: items.length,
  end: 'end',
});

test('the order of a walk is judged by the items that have a place in time', () => {
  expect(timeOrderOf(walk('axbcd'), buckets)).toBe('ascending');
  expect(timeOrderOf(walk('dcxba'), buckets)).toBe('descending');
  expect(timeOrderOf(walk('abdc'), buckets)).toBe('mixed');
  expect(timeOrderOf(walk('xax'), buckets)).toBe('unknown');
});

test('an order follows time only if it goes through enough buckets', () => {
  expect(followsTime(walk('abcd'), buckets)).toBe(true);
  expect(followsTime(walk('dcba'), buckets)).toBe(true);
  expect(followsTime(walk('abc'), buckets)).toBe(false);
  expect(followsTime(walk('abdc'), buckets)).toBe(false);
  expect(followsTime({ ...walk('abcd'), end: 'cut' }, buckets)).toBe(false);
});

test('an order of days goes up and down, whatever the order within a day', () => {
  const days: TimeBuckets = { ...buckets, cuts: [0, 1, 2].map((day) => day * 30 * 3_600_000) };
  expect(orderOfDays(walk('bacd'), days)).toBe('ascending');
  expect(orderOfDays(walk('dcab'), days)).toBe('descending');
  expect(orderOfDays(walk('badc'), days)).toBe('ascending');
  expect(orderOfDays(walk('adbc'), days)).toBe('mixed');
  expect(orderOfDays(walk('abcd'), days)).toBe('ascending');
});

test('items are apart by at least what lies between the cuts next to them', () => {
  expect(areApart(buckets, 'a', 'c', 1)).toBe(true);
  expect(areApart(buckets, 'd', 'a', 2)).toBe(true);
  expect(areApart(buckets, 'a', 'd', 3)).toBe(false);
  expect(areApart(buckets, 'a', 'b', 1)).toBe(false);
  expect(areApart(buckets, 'a', 'x', 0)).toBe(false);
});

test('the first step against the direction is reported', () => {
  expect(inTimeOrder(buckets, 'asc')([walk('abxcd')])).toBeUndefined();
  expect(inTimeOrder(buckets, 'desc')([walk('abxcd')])?.message).toContain(
    'b comes after a, though ranges show that it is later',
  );
  expect(inTimeOrder(buckets, 'asc')([walk('acbd')])?.message).toContain(
    'b comes after c, though ranges show that it is earlier',
  );
  expect(inTimeOrder(buckets, 'asc')([{ ...walk('ba'), end: 'refused' }])).toBeUndefined();
});

test('a walk must go on as its first page begins, where that is one end of time and not chance', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const cuts = Array.from({ length: 12 }, (_, day) => day * 86_400_000);
  const many: TimeBuckets = { ...buckets, cuts, places: new Map(letters.map((item, place) => [item, place >> 2])) };
  const paged = (first: string, rest: string): Walk => {
    const pages = [first, rest].map((data) => ({ page: { data: [...data] } })) as unknown as Walk['pages'];
    return { ...walk(first + rest), pages };
  };
  const judged = (first: string, rest: string) => keepsFirstOrder(many)([paged(first, rest)])?.message;
  expect(judged('badce', 'hgfijklmnop')).toBeUndefined();
  expect(judged('abcde', 'qrstfghmnop')).toContain('f comes after q, though ranges show that it is earlier');
  expect(judged('ZYXWV', 'efghijkqrstdcba')).toContain('though ranges show that it is later');
  // The order may be one of days: l and f may be entries of the same day, or of two that follow each other.
  expect(judged('abcde', 'ijklfghmnop')).toBeUndefined();
  expect(judged('ZYXWV', 'efghijklmnopdcba')).toBeUndefined();
  // Neither end: the order may follow something else.
  expect(judged('akcpe', 'ijlfghmnobd')).toBeUndefined();
  // One of the oldest items may be there by chance.
  expect(judged('a', 'ponmlkjihgfedcb')).toBeUndefined();
});

test('of ranges that meet at cuts, an item has a place if one of them alone has it as often as the log', () => {
  // b lies at a cut that both ranges include, c is in none, and d is twice in the log.
  const places = placesApart([bagOf('ab'), bagOf('bd'), bagOf('e')], bagOf('abcdde'));
  expect([...places]).toEqual([
    ['a', 0],
    ['e', 2],
  ]);
});

test('of ranges that overlap, those that have an item tell its place, unless they contradict each other', () => {
  // Up to the third of four cuts, from the first to the third, from the second on, and from the fourth on. x is in a range
  // whose bounds it is beyond, as another one shows; d is twice in the log, and once in the ranges; y is in none.
  const ranges = [bagOf('abcxd'), bagOf('bcd'), bagOf('cefxd'), bagOf('f')];
  const places = placesOverlapping(ranges, bagOf('abcddefxy'));
  expect([...places]).toEqual([
    ['a', 0],
    ['b', 1],
    ['c', 2],
    ['e', 3],
    ['f', 4],
  ]);
});
