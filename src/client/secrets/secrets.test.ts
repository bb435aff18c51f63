import { expect, test } from 'vitest';
import { Secrets } from './secrets.ts';

test('a secret inside a longer one does not break it up', () => {
  const secrets = new Secrets();
  secrets.add('abc', { kind: 'password' });
  secrets.add('abcdef', { kind: 'header', name: 'X-Key' });
  secrets.add('', { kind: 'password' });
  expect(secrets.mask('abcdef abc xabcx')).toBe('{header:X-Key} {password} x{password}x');
});

test('unique parts are masked alone, in longer runs, and beside percent-encoding', () => {
  const secrets = new Secrets();
  secrets.addUnique('abcdefghijkl', 1);
  secrets.addUnique('mnopqrstuvwx', 2);
  expect(secrets.mask('cawl+abcdefghijkl@example.com')).toBe('cawl+{unique:1}@example.com');
  expect(secrets.mask('abcdefghijklmnopqrstuvwx')).toBe('{unique:1}{unique:2}');
  expect(secrets.mask('cawl%2babcdefghijkl%40example.com')).toBe('cawl%2b{unique:1}%40example.com');
  expect(secrets.mask('zzzzzzzzzzzzzzzz')).toBe('zzzzzzzzzzzzzzzz');
});

test('codes are masked only if asked for, and only as whole numbers', () => {
  const secrets = new Secrets();
  secrets.addCode('0042', 1);
  expect(secrets.mask('{"code":42}', true)).toBe('{"code":{code:1}}');
  expect(secrets.mask('"0042"', true)).toBe('"{code:1}"');
  expect(secrets.mask('{"total":42}')).toBe('{"total":42}');
  expect(secrets.mask('420 a42 42b', true)).toBe('420 a42 42b');
});

test('codes are masked behind percent-encoded bytes', () => {
  const secrets = new Secrets();
  secrets.addCode('123456', 1);
  expect(secrets.mask('%3A123456%7D', true)).toBe('%3A{code:1}%7D');
  expect(secrets.mask('%20123456&%123456', true)).toBe('%20{code:1}&%{code:1}');
  expect(secrets.mask('%2012345', true)).toBe('%2012345');
});

test('parts of a token are masked from 12 characters on', () => {
  const secrets = new Secrets();
  const token = 'abcdefghijklmnopqrstuvwxyzABCDEFGHI';
  secrets.addToken(token, 'valid');
  expect(secrets.mask(`Bearer ${token}`)).toBe('Bearer {token}');
  expect(secrets.mask(`x${token.slice(0, 15)}?${token.slice(16)}y`)).toBe('x{token[0:15]}?{token[16:35]}y');
  expect(secrets.mask(token.slice(1))).toBe('{token[1:35]}');
  expect(secrets.mask(`${token.slice(3, 15)} ${token.slice(3, 15)}`)).toBe('{token[3:15]} {token[3:15]}');
  expect(secrets.mask(token.slice(3, 14))).toBe(token.slice(3, 14));
  expect(secrets.mask([...token].reverse().join(''))).toBe('{token.reversed}');
  expect(secrets.mask(token.toUpperCase().slice(0, 26) + token.slice(26).toLowerCase())).toBe('{token.swapcase}');
});

test('a secret is masked as JSON and URLs write it', () => {
  const secrets = new Secrets();
  secrets.add('a "b" ü', { kind: 'password' });
  expect(secrets.mask(JSON.stringify({ password: 'a "b" ü' }))).toBe('{"password":"{password}"}');
  expect(secrets.mask('?p=a%20%22b%22%20%C3%BC')).toBe('?p={password}');
});
