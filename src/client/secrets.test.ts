import { expect, test } from 'vitest';
import { Secrets } from './secrets.ts';

test('longer secrets first, wherever they stand', () => {
  const secrets = new Secrets();
  secrets.add('abc', '{password}');
  secrets.add('abcdef', '{token}');
  secrets.add('', '{never}');
  expect(secrets.mask('abcdef abc xabcx')).toBe('{token} {password} x{password}x');
});

test('unique parts are found alone, in longer runs, and beside percent-encoding', () => {
  const secrets = new Secrets();
  secrets.addUnique('abcdefghijkl', '{unique:1}');
  secrets.addUnique('mnopqrstuvwx', '{unique:2}');
  expect(secrets.mask('cawl+abcdefghijkl@example.com')).toBe('cawl+{unique:1}@example.com');
  expect(secrets.mask('abcdefghijklmnopqrstuvwx')).toBe('{unique:1}{unique:2}');
  expect(secrets.mask('cawl%2babcdefghijkl%40example.com')).toBe('cawl%2b{unique:1}%40example.com');
  expect(secrets.mask('zzzzzzzzzzzzzzzz')).toBe('zzzzzzzzzzzzzzzz');
});

test('codes are masked only where codes are, and only whole', () => {
  const secrets = new Secrets();
  secrets.addCode('0042', '{code:1}');
  secrets.addCode('42', '{code:1}');
  expect(secrets.mask('{"code":42}', true)).toBe('{"code":{code:1}}');
  expect(secrets.mask('"0042"', true)).toBe('"{code:1}"');
  expect(secrets.mask('{"total":42}')).toBe('{"total":42}');
  expect(secrets.mask('420 a42 42b', true)).toBe('420 a42 42b');
});
