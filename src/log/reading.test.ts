import { expect, test } from 'vitest';
import { bagOf } from '../oracles/bag.ts';
import { agreeAsFarAsRead, hasMoved, hasRolled, isThinned } from './reading.ts';
import type { Walk } from './walk.ts';

test.each([
  [[10, 12, 12, 12], true],
  [[10, 12, 13, 15], true],
  [[222, 205, 204, 203], true],
  [[10, 10, 10, 10], false],
  [[10, 10, 11, 12], false],
  [[10, 12, 10, 12], false],
  [[10, 12, 12, 11], false],
  [[10, 12, 12, 10], false],
  [[10, 13, 11, 12], false],
  [[33, 56, 54, 56], true],
  [[10], false],
])('a total has moved if it changed at first and never comes back: %j', (totals, moved) => {
  expect(hasMoved(totals)).toBe(moved);
});

/** A walk of one query; each letter is an item. */
function walkOf(items: string, total: number, end: Walk['end']): Walk {
  return { webhook: 'w', query: {}, form: 'alone', pages: [], items: [...items], bag: bagOf(items), total, end };
}

test.each([
  ['the same log, cut and read to its end', walkOf('abc', 5, 'cut'), walkOf('abcde', 5, 'end'), true],
  ['the same items at another total', walkOf('abc', 5, 'cut'), walkOf('abcdef', 6, 'end'), false],
  ['other items at the same total', walkOf('abc', 5, 'cut'), walkOf('zab', 5, 'cut'), false],
  ['one log read to its end twice', walkOf('abc', 3, 'end'), walkOf('cab', 3, 'end'), true],
])('walks agree as far as both were read: %s', (_, a, b, agree) => {
  expect(agreeAsFarAsRead(a, b)).toBe(agree);
  expect(agreeAsFarAsRead(b, a)).toBe(agree);
});

test.each([
  ['new items at the end, none gone', 'abc', 'abcd', true],
  ['new items at the beginning, the last ones gone', 'abcd', 'xyab', true],
  ['the first ones gone, new items at the end', 'abcd', 'cdx', true],
  ['nothing new', 'abcd', 'bcd', false],
  ['an item gone in the middle', 'abcd', 'xabd', false],
  ['a new item in the middle', 'abcd', 'abxcd', false],
  ['as many others, perhaps written anew', 'abcd', 'wxyz', false],
  ['fewer others, and none of the items left', 'abcd', 'xy', true],
])('a log has rolled on where items came at one end and left at the other: %s', (_, earlier, later, rolled) => {
  expect(hasRolled(walkOf(earlier, 0, 'end'), walkOf(later, 0, 'end'))).toBe(rolled);
});

test.each([
  ['one in the middle', 'abcde', 'abde', true],
  ['several in the middle', 'abcde', 'ae', true],
  ['the last ones', 'abcde', 'abc', true],
  ['some here and some there', 'abcde', 'bd', false],
  ['none', 'abcde', 'abcde', false],
  ['some, while others moved', 'abcde', 'baed', false],
  ['all', 'abcde', '', false],
] as const)('a log is thinned if one run of neighbouring items left: %s', (_, earlier, later, thinned) => {
  expect(isThinned(walkOf(earlier, earlier.length, 'end'), walkOf(later, later.length, 'end'))).toBe(thinned);
});
