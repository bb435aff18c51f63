import { expect, test } from 'vitest';
import { requireDistinctItems } from './distinct-items.ts';

const equal = { bag: new Map([['item', 20]]) };

test.each([
  [false, 'inconclusive: the items cannot be told apart'],
  [true, 'inconclusive: every item changes from one reading to the next'],
])('equal items are explained; taken to be equal: %s', (takesItemsAsEqual, reason) => {
  expect(() => requireDistinctItems({ client: { takesItemsAsEqual } }, equal)).toThrow(reason);
});

test('items that differ are accepted', () => {
  const bag = new Map([
    ['one', 1],
    ['other', 1],
  ]);
  expect(() => requireDistinctItems({ client: { takesItemsAsEqual: true } }, { bag })).not.toThrow();
});
