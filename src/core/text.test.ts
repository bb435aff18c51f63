import { expect, test } from 'vitest';
import { cutText, percentEncode } from './text.ts';

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
