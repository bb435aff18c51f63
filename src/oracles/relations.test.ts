import { expect, test } from 'vitest';
import { bagOf } from './bag.ts';
import { difference, type NamedBag, partOf, sameBag, truncate } from './relations.ts';

const named = (name: string, ...items: string[]): NamedBag => ({ name, bag: bagOf(items) });

test('a difference lists five items per side and counts all of them', () => {
  const left = named('this', 'a', 'a', 'b', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6');
  expect(difference(left, named('that', 'a', 'c', 'c', 'b'))).toEqual({
    kind: 'bags',
    left: 'this',
    right: 'that',
    missing: ['c'],
    surplus: ['a', 'x1', 'x2', 'x3', 'x4'],
    missingCount: 2,
    surplusCount: 7,
  });
  const long = difference(named('this'), named('that', 'y'.repeat(81), '1', '2', '3', '4', '5'));
  expect(long.missing).toEqual([`${'y'.repeat(77)}…`, '1', '2', '3', '4']);
  expect(long.surplus).toEqual([]);
});

test('an item of up to 80 characters is not truncated', () => {
  expect(truncate('y'.repeat(80))).toBe('y'.repeat(80));
  expect(truncate('y'.repeat(81))).toBe(`${'y'.repeat(77)}…`);
});

test('bags that differ are reported with what is missing and what is too many', () => {
  expect(sameBag(named('one', 'a', 'b'), named('other', 'b', 'a'))).toBeUndefined();
  const [left, right] = [named('one', 'a', 'a'), named('other', 'b')];
  const wrong = sameBag(left, right);
  expect(wrong?.message).toBe('one differs from other: 1 missing (such as b), 2 too many (such as a)');
  expect(wrong?.illustrations).toEqual([difference(left, right)]);
  const several = { ...named('the two together', 'a'), isPlural: true };
  expect(sameBag(several, named('other', 'a', 'b'))?.message).toBe(
    'the two together differ from other: 1 missing (such as b)',
  );
});

test('a part must not have items beyond the whole, and need not have all of them', () => {
  const wide = named('wide', 'a', 'b');
  expect(partOf(named('near', 'a'), wide)).toBeUndefined();
  const wrong = partOf(named('near', 'a', 'c'), wide);
  expect(wrong?.message).toBe('near has items that wide does not have: 1 too many (such as c)');
  expect(wrong?.illustrations).toEqual([
    { kind: 'bags', left: 'near', right: 'wide', missing: [], surplus: ['c'], missingCount: 0, surplusCount: 1 },
  ]);
  const several = { ...named('the two together', 'a'), isPlural: true };
  expect(partOf(wide, several)?.message).toBe(
    'wide has items that the two together do not have: 1 too many (such as b)',
  );
});
