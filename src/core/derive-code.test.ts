import { expect, test } from 'vitest';
import { wrongCodes } from '../generators/codes.ts';
import { deriveCode, findDerivation } from './derive-code.ts';

test('a derivation adds a number, or joins slices and digits', () => {
  expect(deriveCode('', '012345')).toBe('012345');
  expect(deriveCode('+1', '012345')).toBe('12346');
  expect(deriveCode('-65536', '70000')).toBe('4464');
  expect(deriveCode('[0:3]', '012345')).toBe('012');
  expect(deriveCode('[:2][3:]', '012345')).toBe('01345');
  expect(deriveCode('[0:]7', '012345')).toBe('0123457');
  expect(deriveCode('[:0]9[0:]', '012345')).toBe('9012345');
  expect(deriveCode('; rm', '012345')).toBeUndefined();
});

test('the derivation of a wrong code gives the same wrong code of another code', () => {
  const other = '428167';
  const misses = new Map(wrongCodes(other).map(({ from, value }) => [from, value]));
  let carried = 0;
  for (const { from, value, label } of wrongCodes('975316')) {
    if (['zero', 'negated', 'suffix', 'prefix'].includes(label)) continue;
    const derivation = findDerivation(String(value), '975316');
    expect(derivation, from).toBeDefined();
    expect(Number(deriveCode(derivation!, other)), from).toBe(misses.get(from));
    carried += 1;
  }
  expect(carried).toBeGreaterThan(30);
  expect(findDerivation('424242', '975316')).toBeUndefined();
});

test('of several derivations, the first that gives the number is found', () => {
  for (const [sent, derivation] of [
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
    expect(findDerivation(sent, '975316'), sent).toBe(derivation);
});

test('a number that is unrelated to the code has no derivation', () => {
  // The last digit alone; numbers that a double cannot tell from their neighbours.
  for (const sent of ['6', '975416', '-975316', 'code', '1e400'])
    expect(findDerivation(sent, '975316'), sent).toBeUndefined();
  expect(findDerivation('9007199254740993', '9007199254740992')).toBeUndefined();
});

test('a derivation with anything before or after it is malformed', () => {
  for (const derivation of ['x+1', '+1x', '+', '*1', 'x[0:1]', '[0:1]x', '[0]', '+12345678901234567'])
    expect(deriveCode(derivation, '012345'), derivation).toBeUndefined();
});
