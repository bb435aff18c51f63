import { expect, test } from 'vitest';
import { wrongCodes } from '../generators/codes.ts';
import { codeFrom, formOf } from './code-form.ts';

test('forms of a code', () => {
  expect(codeFrom('', '012345')).toBe('012345');
  expect(codeFrom('+1', '012345')).toBe('12346');
  expect(codeFrom('-65536', '70000')).toBe('4464');
  expect(codeFrom('[0:3]', '012345')).toBe('012');
  expect(codeFrom('[:2][3:]', '012345')).toBe('01345');
  expect(codeFrom('[0:]7', '012345')).toBe('0123457');
  expect(codeFrom('[:0]9[0:]', '012345')).toBe('9012345');
  expect(codeFrom('; rm', '012345')).toBeUndefined();
});

test('a near miss of one code becomes the same near miss of another', () => {
  const other = '428167';
  const misses = new Map(wrongCodes(other).map(({ from, value }) => [from, value]));
  let carried = 0;
  for (const { from, value, label } of wrongCodes('975316')) {
    if (['zero', 'negated', 'suffix', 'prefix'].includes(label)) continue;
    const form = formOf(String(value), '975316');
    expect(form, from).toBeDefined();
    expect(Number(codeFrom(form!, other)), from).toBe(misses.get(from));
    carried += 1;
  }
  expect(carried).toBeGreaterThan(30);
  expect(formOf('424242', '975316')).toBeUndefined();
});
