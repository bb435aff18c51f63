import { expect, test } from 'vitest';
import { findMemberOf, memberNames, memberValues, parseItem, pointerTo, shownNames, valueAt } from './item-json.ts';

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

test('memberNames() gives the members that hold text or a number in every item', () => {
  expect(memberNames(['{"id":1,"at":"x","tags":[],"end":null}', '{"at":"y","id":2,"end":"z"}'])).toEqual(['id', 'at']);
  expect(memberNames(['{"id":1}', 'text'])).toEqual([]);
  expect(memberNames([])).toEqual([]);
});

test('shownNames() also gives the names before the values of every item of text', () => {
  expect(shownNames(['#1 failed ts=17 size=9', '#2 ts=18,size=10 x=1'])).toEqual(['ts', 'size']);
  expect(shownNames(['{"id":1,"at":"x=1"}', '{"at":"y=2","id":2}'])).toEqual(['id', 'at']);
  expect(shownNames(['aGVsbG8=', 'x==', ''])).toEqual([]);
});

test('items that have no member of a name are alike in it', () => {
  expect(memberValues(['{"n":1}', '{"n":"1"}', '{"n":1}'], 'n').size).toBe(2);
  expect(memberValues(['text', 'other'], 'n').size).toBe(1);
});
