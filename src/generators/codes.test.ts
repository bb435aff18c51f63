import { expect, test } from 'vitest';
import { drawWrongCodes, kindsOfWrongCodes, namedWrongCodes, wrongCodes } from './codes.ts';

test.each([
  '123456',
  '000000',
  '012345',
  '999999',
  '1234',
  '123456789',
  '000000001',
  '0007',
])('codes near %s are wrong, distinct, and never written out', (right) => {
  const codes = wrongCodes(right);
  const values = codes.map(({ value }) => value);
  expect(new Set(values).size).toBe(values.length);
  for (const { value, label, from } of codes) {
    expect(value).not.toBe(Number(right));
    expect(value === Number(right)).toBe(false);
    expect(Number.isSafeInteger(value) && !Object.is(value, -0), label).toBe(true);
    expect(from).not.toContain(right);
  }
  const n = Number(right);
  for (const near of [n + 1, n - 1, n + 256, n - 65_536, n + 2 ** 32]) expect(values).toContain(near);
});

test('the kinds of wrong codes come in turns', () => {
  const labels = wrongCodes('123456')
    .slice(0, 12)
    .map(({ label }) => label);
  expect(new Set(labels).size).toBe(12);
});

test('a code that is not all digits is an error', () => {
  expect(() => wrongCodes('12a')).toThrow(RangeError);
});

test('the name of a wrong code means the same for every right code', () => {
  expect(namedWrongCodes('123456').get('{code} + 1')?.value).toBe(123_457);
  expect(namedWrongCodes('000999').get('{code} + 1')?.value).toBe(1000);
  expect(namedWrongCodes('001234').has('1234')).toBe(false);
});

test('drawn wrong codes begin with one of each kind, whatever the seed', () => {
  const named = namedWrongCodes('123456');
  const kinds = new Set([...named.values()].map(({ label }) => label));
  const [one, other] = [1, 2].map((seed) => drawWrongCodes(named, seed));
  expect(new Set(one!.slice(0, kinds.size).map((name) => named.get(name)!.label))).toEqual(kinds);
  expect(one!.slice(0, kinds.size)).toEqual(other!.slice(0, kinds.size));
  expect([...one!].sort()).toEqual([...other!].sort());
  expect(one).not.toEqual(other);
});

test('the near misses of a negative code are negative, but for zero and the code without its sign', () => {
  const values = wrongCodes('-482913').map(({ value }) => value);
  expect(values).toContain(-482_912);
  expect(values).toContain(-482_914);
  expect(values).toContain(-48_291);
  expect(values).not.toContain(-482_913);
  expect(values.filter((value) => value >= 0 && value < 2 ** 20)).toEqual([0, 482_913]);
});

test('the first wrong codes are one of each kind', () => {
  const named = namedWrongCodes('402913');
  const first = drawWrongCodes(named, 1).slice(0, kindsOfWrongCodes(named));
  expect(new Set(first.map((name) => named.get(name)!.label)).size).toBe(first.length);
});

test('the first wrong codes are alike at both ends, in every part, or in the low bits and digits', () => {
  const right = '482913';
  const named = namedWrongCodes(right);
  const values = drawWrongCodes(named, 1).map((name) => named.get(name)!.value);
  expect(values.slice(0, 3)).toEqual([482_914, 489_213, 482_913_482_913]);
  const low = values.slice(0, 6).find((value) => value > 2 ** 50)!;
  expect([low % 2 ** 32, low % 10 ** 9]).toEqual([482_913, 482_913]);
});

test.each([
  ['482913', 65_536],
  ['4829', 256],
])('the first code with the low bits of %s has as many of them as its digits hold', (right, more) => {
  const [low] = wrongCodes(right).filter(({ label }) => label === 'the same low bits');
  expect(low!.value).toBe(Number(right) + more);
});
