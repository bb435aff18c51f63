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

test('how a number that was sent comes from the code: the first form that gives it', () => {
  for (const [sent, form] of [
    ['975316', ''],
    ['975317', '+1'],
    ['975315', '-1'],
    ['967397', '-7919'],
    ['97531', '[0:5]'],
    ['97', '[0:2]'],
    ['16', '[4:]'],
    ['75316', '[1:]'],
    ['95316', '[0:1][2:]'],
    ['795316', '[0:0][1:2][0:1][2:]'],
    ['169753', '[4:][0:4]'],
    ['613579', '[5:6][4:5][3:4][2:3][1:2][0:1]'],
    ['9753160', '[0:]0'],
    ['4975316', '[:0]4[0:]'],
    ['975316975316', '[0:][0:]'],
    ['999999', '[0:1][0:1][0:1][0:1][0:1][0:1]'],
    ['9', '[0:1]'],
  ] as const)
    expect(formOf(sent, '975316'), sent).toBe(form);
});

test('what says nothing about the code has no form', () => {
  // The last digit alone, and what a double cannot tell from its neighbours.
  for (const sent of ['6', '975416', '-975316', 'code', '1e400']) expect(formOf(sent, '975316'), sent).toBeUndefined();
  expect(formOf('9007199254740993', '9007199254740992')).toBeUndefined();
});

test('a form is a form from its first character to its last', () => {
  for (const form of ['x+1', '+1x', '+', '*1', 'x[0:1]', '[0:1]x', '[0]', '+12345678901234567'])
    expect(codeFrom(form, '012345'), form).toBeUndefined();
});
