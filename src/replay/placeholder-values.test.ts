import { expect, test } from 'vitest';
import { settingsOf } from '../../test/settings.ts';
import { Client } from '../client/index.ts';
import { PlaceholderValues } from './placeholder-values.ts';

const token = 'a-token-that-nobody-may-see';
const valuesOf = () =>
  new PlaceholderValues(new Client(settingsOf('http://127.0.0.1:9', { run: { headers: [['X-Key', 'k"1']] } })));

test('values are encoded for the place where they stand', () => {
  const values = valuesOf();
  values.addPage(1, {
    data: [],
    totalItems: 0,
    next: 'a"b c',
    prev: undefined,
    forms: { next: 'absent', prev: 'absent' } as const,
  });
  expect(values.fillTarget('/logs?next={1.cursor.next}')).toBe('/logs?next=a%22b%20c');
  expect(values.fillHeader('{1.cursor.next} {header:x-key}')).toBe('a"b c k"1');
  expect(values.fillBody('{"next":"{1.cursor.next}"}')).toBe('{"next":"a\\"b c"}');
  expect(values.fillHeader('Bearer {token[2:7]}x{token.reversed}')).toBe(
    `Bearer tokenx${[...token].reverse().join('')}`,
  );
});

test('a code keeps its leading zeros in a string, and loses them as a number', () => {
  const values = valuesOf();
  values.addCode(7, '0042');
  expect(values.fillBody('{"code":"{code:7}"}')).toBe('{"code":"0042"}');
  expect(values.fillBody('{"code":{code:7}}')).toBe('{"code":42}');
  expect(values.fillBody('{"code":{code:7+1}}')).toBe('{"code":43}');
});

test('each user has one fresh e-mail', () => {
  const values = valuesOf();
  const [first, again, other] = ['{unique:1}', '{unique:1}', '{unique:2}'].map((text) => values.fillHeader(text));
  expect(first).toMatch(/^[a-z]{12}$/);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});

test('a body of bytes is filled too', () => {
  const body = `base64:${Buffer.from([0xff, ...Buffer.from('{password}')]).toString('base64')}`;
  const filled = valuesOf().fillBody(body) as Uint8Array;
  expect(filled[0]).toBe(0xff);
  expect(Buffer.from(filled.subarray(1)).toString()).not.toContain('{');
});

test('nothing is sent with a value missing', () => {
  for (const [text, why] of [
    ['{otherTenantToken}', 'tokens.otherTenant is not configured'],
    ['{code:7}', 'there is no code of user 7'],
    ['{2.cursor.prev}', 'step 2 received no cursor.prev'],
    ['{header:X-Other}', 'the header X-Other is not configured'],
    ['aaaa… (999 more characters)', 'longer than the report keeps'],
  ] as const)
    expect(() => valuesOf().fillBody(text), text).toThrow(why);
  const values = valuesOf();
  values.addCode(7, '42');
  expect(() => values.fillBody('{code:7; rm}')).toThrow('{code:7; rm} is malformed');
});
