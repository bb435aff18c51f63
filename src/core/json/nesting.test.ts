import { expect, test } from 'vitest';
import { isNestedDeeper } from './nesting.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test.each([
  ['as deep as allowed', nested(10), false],
  ['one deeper', nested(11), true],
  ['objects count like arrays', '{"a":['.repeat(6), true],
  ['what is closed counts no more', '[],'.repeat(50), false],
  ['brackets in strings do not count', JSON.stringify('['.repeat(50)), false],
  ['an escaped quotation mark ends no string', `"\\"${'['.repeat(50)}"`, false],
  ['an escaped backslash ends its string', `"\\\\"${'['.repeat(50)}`, true],
  ['a string that never ends', `"${'['.repeat(50)}`, false],
])('%s', (_, text, expected) => {
  expect(isNestedDeeper(text, 10)).toBe(expected);
});
