import { expect, test } from 'vitest';
import { fewerParts } from './fewer-parts.ts';

/** How often is asked whether parts show the finding, until only `guilty` are left. */
function triesUntilOnly(guilty: readonly string[], parts: readonly string[]): number {
  let left = parts;
  let tries = 0;
  while (left.length > guilty.length) {
    const found = fewerParts(left).find((some) => {
      tries += 1;
      return guilty.every((part) => some.includes(part));
    });
    left = found!;
  }
  expect(left).toEqual(guilty);
  return tries;
}

test('few parts are left out one by one', () => {
  expect(fewerParts(['a', 'b', 'c'])).toEqual([
    ['b', 'c'],
    ['a', 'c'],
    ['a', 'b'],
  ]);
  expect(fewerParts(['a'])).toEqual([[]]);
  expect(fewerParts([])).toEqual([]);
});

test('of many parts, the one that matters is found by halves', () => {
  const parts = [...'abcdefghijklmnop'];
  for (const part of parts) expect(triesUntilOnly([part], parts)).toBeLessThanOrEqual(9);
});

test('two parts that matter only together are found too', () => {
  expect(triesUntilOnly(['a', 'h'], [...'abcdefgh'])).toBeLessThan(30);
});
