import { expect, test } from 'vitest';
import {
  areUnlike,
  findMemberOf,
  memberNames,
  memberValues,
  parseItem,
  pointerTo,
  shownNames,
  valueAt,
} from './item-json.ts';

test('only JSON objects are parsed', () => {
  expect(parseItem('{"a":1}')).toEqual({ a: 1 });
  for (const item of ['[1]', '1', 'null', 'text', '']) expect(parseItem(item)).toBeUndefined();
});

test('valueAt() reads a pointer with escapes, and is undefined beside the object', () => {
  expect(valueAt('{"a/b":{"~":[7]}}', '/a~1b/~0/0')).toBe(7);
  expect(valueAt('{"a":1}', '/a/b')).toBeUndefined();
  expect(valueAt('text', '/a')).toBeUndefined();
  expect(valueAt('{"a/b~":1}', pointerTo('a/b~'))).toBe(1);
});

test('findMemberOf() finds the one member that holds one of the values in every item', () => {
  expect(findMemberOf(['{"s":"up","n":1}', '{"s":"down"}'], ['up', 'down'])).toBe('/s');
  expect(findMemberOf(['{"s":"up","n":"up"}'], ['up', 'down'])).toBeUndefined();
  expect(findMemberOf(['{"s":"up"}', 'text'], ['up', 'down'])).toBeUndefined();
  expect(findMemberOf([], ['up'])).toBeUndefined();
});

test('memberNames() returns members with text or a number first, then those that are null or missing in some items', () => {
  expect(memberNames(['{"end":null,"id":1,"at":"x","tags":[]}', '{"at":"y","id":2,"end":"z","size":1}'])).toEqual([
    'id',
    'at',
    'end',
    'size',
  ]);
  expect(memberNames(['{"id":1,"x":1}', '{"id":1,"x":{}}', '{"id":1,"y":null}'])).toEqual(['id']);
  expect(memberNames(['{"id":1}', 'text'])).toEqual([]);
  expect(memberNames([])).toEqual([]);
});

test('shownNames() also gives the names before the values of most items of text', () => {
  expect(shownNames(['#1 x=1 ts=17 size=9', '#2 ts=18,size=10 x=1', '#3 ts=1 y=2'])).toEqual(['ts', 'x', 'size']);
  expect(shownNames(['{"id":1,"at":"x=1"}', '{"at":"y=2","id":2}'])).toEqual(['id', 'at']);
  expect(shownNames(['aGVsbG8=', 'x==', ''])).toEqual([]);
});

test('items that have no member of a name are alike in it', () => {
  expect(memberValues(['{"n":1}', '{"n":"1"}', '{"n":1}'], 'n').size).toBe(2);
  expect(memberValues(['text', 'other'], 'n').size).toBe(1);
});

test('areUnlike() ignores case, accents and punctuation, and values of different types', () => {
  for (const [one, other] of [
    [1, 2],
    ['failed', 'succeeded'],
  ] as const)
    expect(areUnlike(one, other)).toBe(true);
  for (const [one, other] of [
    [1, 1],
    [1, '2'],
    ['É-a', 'ea'],
    [undefined, undefined],
    [null, 1],
  ] as const)
    expect(areUnlike(one, other)).toBe(false);
});
