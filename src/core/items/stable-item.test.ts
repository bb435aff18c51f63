import { expect, test } from 'vitest';
import { stableForm } from './stable-item.ts';

const reading = (viewed: number) => ['a1', 'b2'].map((id) => JSON.stringify({ id, viewed, status: 'failed' }));

test('members that differ between readings are left out', () => {
  const form = stableForm([reading(1), reading(2), reading(3)]);
  expect(reading(4).map((item) => form?.(item))).toEqual([
    '{"id":"a1","status":"failed"}',
    '{"id":"b2","status":"failed"}',
  ]);
});

test('a member that changes in some items is left out of all', () => {
  const form = stableForm([
    ['{"id":1,"age":3}', '{"id":2,"age":9}'],
    ['{"id":1,"age":3}', '{"id":2,"age":10}'],
  ]);
  expect(form?.('{"id":1,"age":3}')).toBe('{"id":1}');
});

test('the members that change in other logs are left out, too, and a log of other text changes nothing', () => {
  const ofOther = (viewed: number) => [JSON.stringify({ key: 'k', seen: viewed })];
  const form = stableForm([reading(1), reading(2)], [ofOther(1), ofOther(2)], [['text'], ['text']]);
  expect(form?.(ofOther(3)[0]!)).toBe('{"key":"k"}');
  expect(form?.('text')).toBe('text');
  expect(stableForm([reading(1), reading(2)], [['text at 1'], ['text at 2']])).toBeUndefined();
});

test.each([
  ['text', ['one at 1', 'two at 1'], ['one at 2', 'two at 2']],
  ['items that only the changing member tells apart', ['{"at":1}', '{"at":2}'], ['{"at":3}', '{"at":4}']],
  ['readings of another length', ['{"id":1,"at":1}', '{"id":2,"at":1}'], ['{"id":1,"at":2}']],
])('%s cannot be compared without what changes', (_, first, second) => {
  expect(stableForm([first, second])).toBeUndefined();
});
