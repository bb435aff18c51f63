import { expect, test } from 'vitest';
import { defined } from './defined.ts';

test('undefined properties are left out and the order of the others is kept', () => {
  const value: { b: number; a?: string; c: null; d: boolean } = defined({
    b: 1,
    a: undefined as string | undefined,
    c: null,
    d: false,
  });
  expect(Object.entries(value)).toEqual([
    ['b', 1],
    ['c', null],
    ['d', false],
  ]);
});

test('an empty string and zero are kept', () => {
  expect(defined({ text: '', count: 0 })).toEqual({ text: '', count: 0 });
});
