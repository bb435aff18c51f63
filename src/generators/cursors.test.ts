import { expect, test } from 'vitest';
import { forgedCursors } from './cursors.ts';

test('an issued cursor is cut short, and changed in its middle and near its end', () => {
  expect(forgedCursors('abcdefghijkl').slice(-3)).toEqual(['abcdefghi', 'abcdefAhijkl', 'abcdefghiAkl']);
});

test('short cursors and numbers are not changed, since another one may be valid too', () => {
  const madeUp = forgedCursors(undefined);
  for (const issued of ['abc', '123456789012345']) expect(forgedCursors(issued)).toEqual(madeUp);
});

test('a hexadecimal digit is not changed to the same digit in the other case', () => {
  expect(forgedCursors('aaaaaaaaaaaa').slice(-2)).toEqual(['aaaaaaBaaaaa', 'aaaaaaaaaBaa']);
});

test('an issued cursor of emojis is changed between characters', () => {
  const forged = forgedCursors('🎉'.repeat(14));
  for (const cursor of forged) expect([cursor, /\p{Cs}/u.test(cursor)]).toEqual([cursor, false]);
  expect(forged).toContain('🎉'.repeat(11));
});
