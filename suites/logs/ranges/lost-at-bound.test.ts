import { expect, test } from 'vitest';
import { bags, type LogQuery, type Walk } from '../../../src/suite.ts';
import { findLost } from './lost-at-bound.ts';

const walk = (items: string, query: LogQuery = {}): Walk =>
  ({
    query,
    webhook: 'w',
    items: [...items],
    bag: bags.bagOf(items),
    pages: [],
    end: 'end',
    total: items.length,
  }) as unknown as Walk;

/** The log is `abcdefgh`, oldest first: `from` lies after b, the part next to it ends after e. */
const judge = (lone: string, wider: string) => findLost([walk('cde'), walk(lone), walk('fgh'), walk(wider)]);

test('an item next to a bound counts as lost if an item further away and a wider range show that the range is not limited', () => {
  expect(judge('cdefgh', 'bcdefgh')).toBeUndefined();
  expect(judge('defgh', 'bcdefgh')).toBeDefined();
});

test('a range with one bound may end at any time after it', () => {
  expect(judge('cd', 'bcdefgh')).toBeUndefined();
  expect(judge('', 'bcdefgh')).toBeUndefined();
});

test('a range with one bound may have so many items, or begin at a time that the target chooses', () => {
  expect(judge('efgh', 'efgh')).toBeUndefined();
  // In any order.
  expect(judge('cegh', 'bcg')).toBeUndefined();
});

test('an item at the moment between both parts shows nothing', () => {
  const walks = (rest: string) => [walk('cde'), walk('cdfgh'), walk(rest), walk('bcdefgh')];
  expect(findLost(walks('fgh'))).toBeDefined();
  expect(findLost(walks('efgh'))).toBeUndefined();
  expect(findLost([walk('cde'), walk('de'), walk('efgh'), walk('bcdefgh')])).toBeUndefined();
});
