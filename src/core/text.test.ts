import { expect, test } from 'vitest';
import { cutText, percentEncode, uniquePartOf, wantsUnique, withUnique } from './text.ts';

test('a cut never splits a character', () => {
  expect(cutText('ab🎉c', 2)).toBe('ab');
  expect(cutText('ab🎉c', 3)).toBe('ab');
  expect(cutText('ab🎉c', 4)).toBe('ab🎉');
  expect(cutText('ab', 5)).toBe('ab');
});

test('a cut keeps half a character that the text itself ends with', () => {
  expect(cutText('ab\ud83c', 3)).toBe('ab\ud83c');
});

test('half a surrogate pair is percent-encoded as U+FFFD, all else as usual', () => {
  expect(percentEncode('a\ud83cb\udf89')).toBe('a%EF%BF%BDb%EF%BF%BD');
  expect(percentEncode('ä 🎉/')).toBe(encodeURIComponent('ä 🎉/'));
});

test('the unique part of a text is what stands for {unique} of its template', () => {
  const template = 'cawl+{unique}@example.com';
  expect(uniquePartOf('cawl+abc@example.com', template)).toBe('abc');
  for (const other of ['abc@example.com', 'cawl+abc@example.org', 'cawl+@example', '!'])
    expect(uniquePartOf(other, template), other).toBeUndefined();
  expect(uniquePartOf('aba', 'ab{unique}ba')).toBeUndefined();
});

test('withUnique fills in the fresh part at any depth', () => {
  const value = { email: 'a+{unique}@x', list: ['{unique}', 1], none: null };
  expect(withUnique(value, '7')).toEqual({ email: 'a+7@x', list: ['7', 1], none: null });
  expect(wantsUnique(value)).toBe(true);
  expect(wantsUnique({ '{unique}': 'a' })).toBe(false);
});
