import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillToken } from '../core/placeholders.ts';
import { escapeForDoubleQuotes } from '../core/shell-quote.ts';
import { wrongCodes } from './codes.ts';
import { type BearerTry, madeUpTokens, malformedHeaders, mutants } from './tokens.ts';

const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
const goods: Readonly<Record<string, string>> = {
  opaque: 'cawl_Tk9vX3Rva2Vu-7fQzL0_pA',
  hex: '9f86d081884c7d659a2feaa0c55ad015',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
  base64: 'c2VjcmV0LXRva2VuLW9m+mNhd2w/QQ==',
  jwt: `${part({ alg: 'HS256' })}.${part({ sub: 'ada' })}.4pcPyMD09olPSyXnrXCjTwXyr4BsezdI1AVTmud2fU4`,
  jwt384: `${part({ alg: 'HS384' })}.${part({ sub: 'ada' })}.${Buffer.alloc(48, 7).toString('base64url')}`,
  digits: '0012345678',
  short: 'ab',
  one: 'x',
};

const draw = ({ first, arbitrary }: { first: readonly BearerTry[]; arbitrary: fc.Arbitrary<BearerTry> }) => [
  ...first,
  ...fc.sample(arbitrary, { seed: 2, numRuns: 300 }),
];

/** Readings of a token that an RFC or a common decoder may take: none of a mutant's may be one of the good token's. */
function readings(token: string): string[] {
  const text = token.trim();
  const found = [text, text.replace(/=+$/, ''), text.replaceAll('-', '+').replaceAll('_', '/')];
  if (/^[\w+/-]+=*$/.test(text))
    found.push(`base64 ${text.length < 2 ? text : ''}${Buffer.from(text, 'base64').toString('hex')}`);
  if (/^[0-9a-f-]+$/i.test(text))
    found.push(`hex ${Buffer.from(text.replaceAll('-', ''), 'hex').toString('hex')} ${text.length % 2}`);
  const segments = text.split('.');
  if (segments.length === 3)
    found.push(`jwt ${segments.map((s) => Buffer.from(s, 'base64url').toString('hex')).join('.')}`);
  return found;
}

test.each(Object.entries(goods))('no try is the good token (%s) under any reading, or spells it out', (_, good) => {
  const own = new Set(readings(good));
  for (const { header, label } of [...draw(madeUpTokens(good)), ...draw(mutants(good)), ...draw(malformedHeaders)]) {
    const value = fillToken(header, good);
    const credentials = value.replace(/^Bearer ?/, '');
    for (const reading of readings(credentials)) expect(own.has(reading), `${label}: ${header}`).toBe(false);
    if (good.length > 8) expect(header).not.toContain(good);
    if (header !== '') expect(header, label).toMatch(/^[\t -~]+$/);
    expect(value.length).toBeLessThan(7_300);
  }
});

test('mutants: both ends always, each place of a token that is not long', () => {
  const labels = mutants(goods['opaque']!).first.map(({ label }) => label);
  const { length } = goods['opaque']!;
  for (let place = 1; place <= length; place++) expect(labels).toContain(`character ${place} changed`);
  for (const label of [
    'cut at the end by 1',
    'cut at the start by 1',
    'reversed',
    'doubled',
    'letter case swapped',
    'extended at the start by 1',
  ])
    expect(labels).toContain(label);
  expect(mutants(goods['hex']!).first.map(({ label }) => label)).not.toContain('letter case swapped');
  expect(mutants(goods['uuid']!).first.map(({ label }) => label)).not.toContain('letter case swapped');
  const long = mutants('aB3-'.repeat(500)).first.map(({ label }) => label);
  expect(long).toContain('character 1 changed');
  expect(long).toContain('character 2000 changed');
  expect(long.length).toBeLessThan(100);
});

test('made-up tokens: every make, early and at random', () => {
  const family = madeUpTokens(goods['jwt']!);
  const makes = new Set(family.first.slice(0, 13).map(({ label }) => label));
  expect(makes.size).toBe(13);
  expect(new Set(fc.sample(family.arbitrary, { seed: 1, numRuns: 300 }).map(({ label }) => label))).toEqual(makes);
  expect(Math.max(...family.first.map(({ header }) => header.length))).toBe(7168 + 'Bearer '.length);
  expect(JSON.stringify(family.first)).toBe(JSON.stringify(madeUpTokens(goods['jwt']!).first));
});

test('templates: slices, reversal, swapped case', () => {
  expect(fillToken('Bearer {token}', 'abc')).toBe('Bearer abc');
  expect(fillToken('{token[1:2]}{token[2:]}{token[:1]}{x}', 'abc')).toBe('bca{x}');
  expect(fillToken('{token.reversed}', 'abc')).toBe('cba');
  expect(fillToken('{token.swapcase}', 'aB3')).toBe('Ab3');
  expect(fillToken('{token}', '$&{token}')).toBe('$&{token}');
});

test('the shell says what the template says', () => {
  const good = 'aB3-$x_9."q';
  const templates = [
    ...mutants(good).first.map(({ header }) => header),
    ...malformedHeaders.first.map(({ header }) => header),
    ...madeUpTokens(good)
      .first.map(({ header }) => header)
      .filter((header) => header.length < 200),
    "it's {token[:2]} $(id) `id`",
  ];
  const script = templates.map((template) => `printf '%s\\0' "${escapeForDoubleQuotes(template)}"`).join('\n');
  const said = execFileSync('bash', ['-c', script], { env: { ...process.env, CAWL_TOKEN: good } }).toString();
  expect(said.split('\0').slice(0, -1)).toEqual(templates.map((template) => fillToken(template, good)));
});

test.each([
  '123456',
  '000000',
  '012345',
  '999999',
  '1234',
  '123456789',
  '000000001',
  '0007',
])('wrong codes near %s', (right) => {
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

test('wrong codes: the kinds come in turns', () => {
  expect(
    wrongCodes('123456')
      .slice(0, 12)
      .map(({ label }) => label),
  ).toHaveLength(12);
  expect(
    new Set(
      wrongCodes('123456')
        .slice(0, 12)
        .map(({ label }) => label),
    ).size,
  ).toBe(12);
  expect(() => wrongCodes('12a')).toThrow(RangeError);
});
