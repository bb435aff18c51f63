import { expect, test } from 'vitest';
import { jsonOfSent, longestParsedBody, textOfSent } from './sent-body.ts';

const octets = (text: string) => new TextEncoder().encode(text);

test('a body is parsed once, also where others were read as text meanwhile', () => {
  const body = octets('{"email":"a@example.com"}');
  const value = jsonOfSent(body);
  expect(value).toEqual({ email: 'a@example.com' });
  expect(textOfSent(body)).toBe('{"email":"a@example.com"}');
  expect(jsonOfSent(body)).toBe(value);
});

test('each body gets its own value, whichever was read before', () => {
  const [first, second] = [octets('1'), octets('2')];
  expect([first, second, first].map(jsonOfSent)).toEqual([1, 2, 1]);
});

test('what is no JSON, and what is long, has no value', () => {
  expect(jsonOfSent(null)).toBeUndefined();
  expect(jsonOfSent(octets('{'))).toBeUndefined();
  expect(jsonOfSent(octets(`"${'x'.repeat(longestParsedBody)}"`))).toBeUndefined();
  expect(jsonOfSent(octets('null'))).toBeNull();
});

test('a byte order mark does not hide the value', () => {
  expect(jsonOfSent(octets('\ufeff{"a":1}'))).toEqual({ a: 1 });
});
