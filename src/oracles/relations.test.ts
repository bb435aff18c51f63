import { expect, test } from 'vitest';
import { bagOf } from './bag.ts';
import { difference, partition, partOf, sameBag, truncate } from './relations.ts';

test('a difference lists five items per side and counts all of them', () => {
  const left = bagOf(['a', 'a', 'b', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6']);
  expect(difference('this', left, 'that', bagOf(['a', 'c', 'c', 'b']))).toEqual({
    kind: 'bags',
    left: 'this',
    right: 'that',
    missing: ['c'],
    surplus: ['a', 'x1', 'x2', 'x3', 'x4'],
    missingCount: 2,
    surplusCount: 7,
  });
  const long = difference('this', bagOf([]), 'that', bagOf(['y'.repeat(81), '1', '2', '3', '4', '5']));
  expect(long.missing).toEqual([`${'y'.repeat(77)}…`, '1', '2', '3', '4']);
  expect(long.surplus).toEqual([]);
});

test('an item of up to 80 characters is not truncated', () => {
  expect(truncate('y'.repeat(80))).toBe('y'.repeat(80));
  expect(truncate('y'.repeat(81))).toBe(`${'y'.repeat(77)}…`);
});

test('bags that differ are reported with what is missing and what is too many', () => {
  expect(sameBag('W(asc)', bagOf(['a', 'b']), 'W(desc)', bagOf(['b', 'a']))).toBeUndefined();
  const wrong = sameBag('W(asc)', bagOf(['a', 'a']), 'W(desc)', bagOf(['b']));
  expect(wrong?.message).toBe(
    'the walk with asc differs from the walk with desc: 1 missing (such as b), 2 too many (such as a)',
  );
  expect(wrong?.illustrations).toEqual([difference('W(asc)', bagOf(['a', 'a']), 'W(desc)', bagOf(['b']))]);
  expect(sameBag('one', bagOf(['a']), 'other', bagOf(['a', 'b']))?.message).toBe(
    'one differs from other: 1 missing (such as b)',
  );
});

test('a part must not have items beyond the whole, and need not have all of them', () => {
  expect(partOf('near', bagOf(['a']), 'wide', bagOf(['a', 'b']))).toBeUndefined();
  const wrong = partOf('near', bagOf(['a', 'c']), 'wide', bagOf(['a', 'b']));
  expect(wrong?.message).toBe('near has items that wide does not have: 1 too many (such as c)');
  expect(wrong?.illustrations).toEqual([
    { kind: 'bags', left: 'near', right: 'wide', missing: [], surplus: ['c'], missingCount: 0, surplusCount: 1 },
  ]);
});

test('parts must make up the whole, each item once', () => {
  const parts = (failed: string[]) =>
    [
      ['W(succeeded)', bagOf(['a'])],
      ['W(failed)', bagOf(failed)],
    ] as const;
  expect(partition(parts(['b', 'c']), 'W(all)', bagOf(['c', 'b', 'a']))).toBeUndefined();
  expect(partition(parts(['a']), 'W(all)', bagOf(['a', 'b']))?.message).toBe(
    'the walks with status=succeeded and with status=failed together differ from the walk with all: 1 missing (such as b), 1 too many (such as a)',
  );
});
