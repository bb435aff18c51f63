import { expect, test } from 'vitest';
import { canonicalItem } from './canonical-item.ts';

test('objects that differ in the order of members and in white space have one form', () => {
  const forms = [
    '{"at":{"day":1,"hour":2},"id":"a1","tags":["x","y"]}',
    '{"tags": ["x", "y"], "id": "a1", "at": {"hour": 2, "day": 1}}',
    '\n{ "at":{"day":1,"hour":2},"id":"\\u0061\\u0031","tags":["x","y"] }',
  ].map(canonicalItem);
  expect(new Set(forms)).toEqual(new Set([forms[0]]));
});

test.each([
  ['another value', '{"a":1}', '{"a":2}'],
  ['numbers that a double cannot tell apart', '{"a":9007199254740993}', '{"a":9007199254740992}'],
  ['another order of elements', '[1,2]', '[2,1]'],
  ['a number and its text', '{"a":1}', '{"a":"1"}'],
  ['a member given twice', '{"a":1,"a":2}', '{"a":2}'],
  ['an object that holds its text', '{"a":{}}', '{"a":"{}"}'],
])('%s stays another item', (_, one, other) => {
  expect(canonicalItem(one)).not.toBe(canonicalItem(other));
});

test.each([
  'log_1f',
  ' log_1f',
  '',
  '"text"',
  '12.0',
  '{"cut":',
  '[1,]',
  '{}}',
  '[ERROR] {}',
])('what is not the text of an object or array stays as it was sent: %j', (item) => {
  expect(canonicalItem(item)).toBe(item);
});

test('an item that is nested too deeply for a walk stays as it was sent', () => {
  const item = `[ ${'['.repeat(300)}${']'.repeat(300)}]`;
  expect(canonicalItem(item)).toBe(item);
});
