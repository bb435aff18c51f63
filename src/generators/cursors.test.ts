import { expect, test } from 'vitest';
import { forgedCursors } from './cursors.ts';

const shown = (issued: string | undefined, turn?: number) =>
  forgedCursors(issued, turn === undefined ? {} : { turn }).map(({ side, cursor }) => `${side}=${cursor}`);

test('an issued cursor is changed near its end, and in two of five other ways by turns', () => {
  const ofTurn = (turn: number) => shown('abcdefghijkl', turn).slice(-3);
  expect(ofTurn(0)).toEqual(['next=abcdefghi', 'prev=abcdefAhijkl', 'next=abcdefghiAkl']);
  expect(ofTurn(2)).toEqual(['next=Bbcdefghijkl', 'prev=abcdefghijkl.b', 'next=abcdefghiAkl']);
});

test('without turns each cursor is sent once as next and once as prev', () => {
  const all = shown('abcdefghijkl');
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining(shown('abcdefghijkl', 1)));
  expect(all.length).toBe(2 * (5 + 6));
});

test('made-up cursors with and without a dot change places', () => {
  expect(shown(undefined, 0).slice(0, 2)).toEqual(['next=made-up-cursor', 'prev=made-up.cursor']);
  expect(shown(undefined, 1).slice(0, 2)).toEqual(['next=made-up.cursor', 'prev=made-up-cursor']);
});

test('short cursors and numbers are not changed, since another one may be valid too', () => {
  const madeUp = shown(undefined, 3);
  for (const issued of ['abc', '123456789012345']) expect(shown(issued, 3)).toEqual(madeUp);
});

test('a hexadecimal digit is not changed to the same digit in the other case', () => {
  expect(shown('aaaaaaaaaaaa', 1).slice(-3)).toEqual(['next=aaaaaaBaaaaa', 'prev=Baaaaaaaaaaa', 'next=aaaaaaaaaBaa']);
});

test('an issued cursor of emojis is changed between characters', () => {
  const forged = shown('🎉'.repeat(14));
  for (const cursor of forged) expect([cursor, /\p{Cs}/u.test(cursor)]).toEqual([cursor, false]);
  expect(forged).toContain(`next=${'🎉'.repeat(11)}`);
});
