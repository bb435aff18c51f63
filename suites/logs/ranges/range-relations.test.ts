import { expect, test } from 'vitest';
import { bags, logs, type Walk } from '../../../src/suite.ts';
import { hasMisplaced, mayHold, type RangePart } from './range-relations.ts';

/** A range of which the first page is known. */
const page = (items: string, count: number): RangePart => ({ query: {}, count, items: [...items] });
/** A range that was walked. */
const walked = (items: string): RangePart => ({
  ...page(items, items.length),
  walk: { bag: bags.bagOf(items) } as Walk,
});

test('a part has at most as many items as the whole, and its first page only items of the whole, if that was walked', () => {
  expect(mayHold([page('ab', 3)], [page('xy', 4)], true)).toBe(true);
  expect(mayHold([page('ab', 5)], [page('xy', 4)], true)).toBe(false);
  expect(mayHold([page('ab', 3)], [walked('abcd')], true)).toBe(true);
  expect(mayHold([page('ax', 3)], [walked('abcd')], true)).toBe(false);
  // As often as there.
  expect(mayHold([page('aa', 3)], [walked('abcd')], true)).toBe(false);
});

test('sides with as many items must have the same ones, as far as one was walked', () => {
  expect(mayHold([walked('abc')], [page('ab', 3)], true)).toBe(true);
  expect(mayHold([walked('abc')], [page('ax', 3)], true)).toBe(false);
  expect(mayHold([page('a', 2)], [page('a', 3)], false)).toBe(false);
  expect(mayHold([page('a', 1), page('b', 2)], [walked('abc')], false)).toBe(true);
});

test('an item is misplaced in a range that ends before the cut before it, or begins after the cut after it', () => {
  const form = logs.timeForms.find(({ format }) => format === 'epoch-milliseconds')!;
  const cuts = [1_700_000_000_000, 1_700_000_100_000];
  const places = new Map([...'abc'].map((item, place) => [item, place]));
  const buckets: logs.TimeBuckets = { places, count: 3, cuts, upTo: [] };
  const isWrong = (items: string, from: number | undefined, to: number | undefined) => {
    const query = {
      ...(from !== undefined && { from: form.render(from) }),
      ...(to !== undefined && { to: form.render(to) }),
    };
    return hasMisplaced({ query, count: 1, items: [...items] }, buckets, form);
  };
  expect(isWrong('ab', undefined, cuts[1])).toBe(false);
  expect(isWrong('c', undefined, cuts[1])).toBe(true);
  expect(isWrong('b', cuts[0], cuts[1])).toBe(false);
  expect(isWrong('a', cuts[0], undefined)).toBe(true);
  // Within the range between two cuts, an item may lie on either side of a bound.
  expect(isWrong('b', cuts[0]! + 50_000, undefined)).toBe(false);
});
