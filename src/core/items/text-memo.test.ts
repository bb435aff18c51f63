import { expect, test, vi } from 'vitest';
import { TextMemo } from './text-memo.ts';

test('what is made of a text is made once', () => {
  const make = vi.fn((text: string) => text.toUpperCase());
  const memo = new TextMemo(make, 100);
  expect([memo.of('a'), memo.of('b'), memo.of('a')]).toEqual(['A', 'B', 'A']);
  expect(make).toHaveBeenCalledTimes(2);
});

test('all is forgotten once the texts are longer than what may be kept', () => {
  const make = vi.fn((text: string) => text);
  const memo = new TextMemo(make, 10);
  for (const text of ['123456', 'abcdef', 'abcdef', '123456']) expect(memo.of(text)).toBe(text);
  expect(make.mock.calls.flat()).toEqual(['123456', 'abcdef', '123456']);
});
