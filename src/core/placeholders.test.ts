import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fillPlaceholders,
  fillToken,
  nameTenant,
  type Placeholder,
  parsePlaceholders,
  placeholdersIn,
  printPlaceholder,
  tokenIn,
} from './placeholders.ts';

const count = fc.nat({ max: 99 });
const optional = (key: 'from' | 'to') =>
  fc.option(count, { nil: undefined }).map((n) => (n === undefined ? {} : { [key]: n }));
const tokenForm = fc.oneof(
  fc.constantFrom({ kind: 'whole' }, { kind: 'reversed' }, { kind: 'swapcase' }),
  fc.tuple(optional('from'), optional('to')).map(([from, to]) => ({ kind: 'slice', ...from, ...to })),
);
const placeholder = fc.oneof(
  fc.record({
    kind: fc.constant('token'),
    tenant: fc.constantFrom('valid', 'otherTenant', 'expired'),
    form: tokenForm,
  }),
  fc.constant({ kind: 'password' }),
  fc.record({ kind: fc.constant('unique'), user: count }),
  fc.record({
    kind: fc.constant('code'),
    user: count,
    derivation: fc.constantFrom('', '+1', '-7919', '[0:3]', '[:2][3:]', '[0:]7', '; malformed'),
  }),
  fc.record({ kind: fc.constant('cursor'), step: count, side: fc.constantFrom('next', 'prev') }),
  fc.record({ kind: fc.constant('header'), name: fc.constantFrom('X-Api-Key', 'Cookie') }),
) as fc.Arbitrary<Placeholder>;
/** Text that comes close to the notation. */
const text = fc
  .array(
    fc.constantFrom('{', '}', 'token', '[', ':', ']', '.reversed', 'code:', '1', '+', 'é', ' ', '.cursor.', 'next'),
  )
  .map((parts) => parts.join(''));

test('a printed placeholder is parsed as the same placeholder', () => {
  fc.assert(
    fc.property(placeholder, (one) => {
      const printed = printPlaceholder(one);
      expect(parsePlaceholders(printed)).toEqual([{ text: printed, placeholder: one }]);
    }),
  );
});

test('the segments of any text, joined, are the text', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(text, placeholder.map(printPlaceholder))), (parts) => {
      const whole = parts.join('');
      expect(
        parsePlaceholders(whole)
          .map((segment) => segment.text)
          .join(''),
      ).toBe(whole);
      expect(fillPlaceholders(whole, () => undefined)).toBe(whole);
      expect(fillPlaceholders(whole, printPlaceholder)).toBe(whole);
    }),
  );
});

test('placeholders between other text are all found, in order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('', 'a', '"', '&x='), placeholder)), (pairs) => {
      const whole = pairs.map(([before, one]) => before + printPlaceholder(one)).join('');
      expect(parsePlaceholders(whole).flatMap((segment) => segment.placeholder ?? [])).toEqual(
        pairs.map(([, one]) => one),
      );
    }),
  );
});

test('what only resembles a placeholder stays text', () => {
  for (const whole of [
    '{tokens}',
    '{token[a:b]}',
    '{token.upper}',
    '{code:x}',
    '{unique}',
    '{1.cursor}',
    '{header:}',
    '{{',
  ])
    expect(parsePlaceholders(whole), whole).toEqual([{ text: whole }]);
  expect(parsePlaceholders('')).toEqual([]);
});

test('reports of version 0.1.0 are understood', () => {
  expect(placeholdersIn('{"email":"a+{unique:7}@b","code":{code:7[:2][3:]}}', 'code')).toEqual([
    { kind: 'code', user: 7, derivation: '[:2][3:]' },
  ]);
  expect(placeholdersIn('?next={1.cursor.next}&prev={2.cursor.prev}', 'cursor')).toEqual([
    { kind: 'cursor', step: 1, side: 'next' },
    { kind: 'cursor', step: 2, side: 'prev' },
  ]);
});

test('a value is told the character in front of it, and is not read again', () => {
  const seen: string[] = [];
  const filled = fillPlaceholders('{password}x{password}"{password}', (_, before) => {
    seen.push(before);
    return '{token}';
  });
  expect(seen).toEqual(['', 'x', '"']);
  expect(filled).toBe('{token}x{token}"{token}');
});

test('header templates: the token, parts of it, and its changes', () => {
  for (const [template, header] of [
    ['Bearer {token}', 'Bearer aB3-xyZ'],
    ['{token[0:3]}', 'aB3'],
    ['{token[:3]}', 'aB3'],
    ['{token[4:]}', 'xyZ'],
    ['{token[:]}', 'aB3-xyZ'],
    ['{token[2:4]}x{token[12:]}', '3-x'],
    ['{token[0:0]}', ''],
    ['{token.reversed}', 'Zyx-3Ba'],
    ['{token.swapcase}', 'Ab3-XYz'],
    ['{otherTenantToken} {expiredToken}', 'aB3-xyZ aB3-xyZ'],
    ['{tokens} {password} {token.upper}', '{tokens} {password} {token.upper}'],
  ] as const)
    expect(fillToken(template, 'aB3-xyZ'), template).toBe(header);
  expect(tokenIn({ kind: 'swapcase' }, 'azAZ09é-_')).toBe('AZaz09é-_');
});

test('a template names the token of the tenant that sends it', () => {
  expect(nameTenant('Bearer {token[0:3]}x{token}', 'otherTenant')).toBe(
    'Bearer {otherTenantToken[0:3]}x{otherTenantToken}',
  );
  expect(nameTenant('Bearer {expiredToken.reversed}', 'valid')).toBe('Bearer {token.reversed}');
  expect(nameTenant('Bearer none', 'expired')).toBe('Bearer none');
});
