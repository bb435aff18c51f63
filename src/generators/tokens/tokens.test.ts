import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillToken } from '../../core/placeholders.ts';
import { escapeForDoubleQuotes } from '../../core/shell-quote.ts';
import type { BearerTry } from './bearer-try.ts';
import { madeUpTokens } from './made-up-tokens.ts';
import { malformedHeaders } from './malformed-headers.ts';
import { jwt } from './token-forms.ts';
import { mutants } from './token-mutants.ts';

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

/** What an RFC or a common decoder may read in a token: a mutant and the good token may share none of it. */
function readings(token: string): string[] {
  const text = token.trim();
  const found = [text, text.replace(/=+$/, ''), text.replaceAll('-', '+').replaceAll('_', '/')];
  if (/^[\w+/-]+=*$/.test(text))
    found.push(`base64 ${text.length < 2 ? text : ''}${Buffer.from(text, 'base64').toString('hex')}`);
  const digits = text.replaceAll('-', '');
  if (/^[0-9a-f]+$/i.test(digits)) found.push(`hex ${Buffer.from(digits, 'hex').toString('hex')} ${digits.length % 2}`);
  const segments = text.split('.');
  if (segments.length === 3)
    found.push(`jwt ${segments.map((s) => Buffer.from(s, 'base64url').toString('hex')).join('.')}`);
  return found;
}

test.each(Object.entries(goods))('no try is the good token (%s) under any reading, and none contains it', (_, good) => {
  const own = new Set(readings(good));
  for (const { header, label } of [...draw(madeUpTokens(good)), ...draw(mutants(good)), ...draw(malformedHeaders)]) {
    const value = fillToken(header, good);
    const credentials = value.replace(/^Bearer ?/, '');
    for (const reading of readings(credentials)) expect(own.has(reading), `${label}: ${header}`).toBe(false);
    if (good.length > 8) expect(header).not.toContain(good);
    if (header !== '') expect(header, label).toMatch(/^[\t -~\xa0-\xff]+$/);
    expect(value.length).toBeLessThan(7_300);
  }
});

const placesChanged = (tries: readonly BearerTry[]): number[] => tries.flatMap(({ place }) => place ?? []);

test('mutants change both ends, and each place of a token that is not long', () => {
  const { first } = mutants(goods['opaque']!);
  expect(placesChanged(first).sort((a, b) => a - b)).toEqual([...goods['opaque']!].map((_, at) => at + 1));
  expect(first.filter(({ characters }) => characters === 1).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['cut-at-end', 'cut-at-start', 'extended-at-start']),
  );
  expect(first.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['reversed', 'doubled', 'swapped-case']));
  const long = mutants('aB3-'.repeat(500)).first;
  expect(placesChanged(long)).toEqual(expect.arrayContaining([1, 2000]));
  expect(long.length).toBeLessThan(100);
});

test('a token is cut by one character, even if a base64 decoder ignores the last one', () => {
  // Seventeen characters are not valid base64, so that no target reads both as one token.
  for (const token of [goods['opaque']!, 'bb9f-44Rt-Yy21-Kd'])
    expect(mutants(token).first.map(({ header }) => header)).toContain(`Bearer {token[0:${token.length - 1}]}`);
});

test.each(['hex', 'uuid'])('no mutant of a token in %s swaps its letter case', (form) => {
  expect(mutants(goods[form]!).first.map(({ kind }) => kind)).not.toContain('swapped-case');
});

const kindsFor = (good: string) => mutants(good).first.map(({ kind }) => kind);

test('letter case and dashes change only where no alphabet of one case has the characters of the token', () => {
  for (const good of ['jbswy3dpehpk3pxp', 'JBSWY3DPEHPK3PXP====', 'k7-9zq-x1b', goods['uuid']!, 'AB12-ef56'])
    expect(kindsFor(good), good).not.toEqual(expect.arrayContaining([expect.stringMatching(/case|separator/)]));
  expect(kindsFor('tok_9x.k3yab')).toEqual(expect.arrayContaining(['swapped-case', 'without-separator']));
  expect(kindsFor('Zx81-kQ0v')).toEqual(expect.arrayContaining(['swapped-case', 'without-separator']));
});

test.each([
  ['sk_live_9f8e7d6c5b4a3928', false],
  ['SK_9F8E-7D6C-5B4A-3928', false],
  ['k3f9.9f8e7d6c5b4a39281', false],
  // Two letter cases, no digit, and too short for a secret.
  ['SK_live_9f8e7d6c5b4a3928', true],
  ['sk_live_abcdefghijklmnop', true],
  ['sk_live_9f8e7d6c', true],
])('parts may stand before text of one letter case: %s', (good, isSwapped) => {
  expect(kindsFor(good).includes('swapped-case')).toBe(isSwapped);
  expect(kindsFor(good)).toContain('without-separator');
});

test('mutants miss one character inside, repeat it, and have no punctuation', () => {
  const good = 'ab_cDe-f_g';
  const values = mutants(good)
    .first.filter(({ kind }) => /removed|repeated|separator/.test(kind))
    .map(({ header }) => fillToken(header, good))
    .sort();
  expect(values).toEqual(['Bearer ab_cD-f_g', 'Bearer ab_cDee-f_g', 'Bearer ab_cDef_g', 'Bearer abcDe-fg'].sort());
});

const forged = ['unsigned-claims', 'without-signature', 'without-signature-and-dot', 'empty-key', 'changed-claims'];
const signed = (alg: string, key: string) => {
  const text = `${part({ alg })}.${part({ sub: 'ada' })}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
};

test('a JWT has mutants without its signature, with that of an empty key, and with other claims', () => {
  expect(kindsFor(goods['jwt']!)).toEqual(expect.arrayContaining(forged));
  const good = signed('HS256', 'a-key');
  const sent = (kind: string) => {
    const { header } = mutants(good).first.find((one) => one.kind === kind)!;
    const parts = fillToken(header, good).slice('Bearer '.length).split('.');
    return { parts, claims: JSON.parse(Buffer.from(parts[1]!, 'base64url').toString()) };
  };
  const changed = sent('changed-claims');
  expect(changed.claims).toEqual({ sub: 'ada', admin: true });
  expect([changed.parts[0], changed.parts[2]]).toEqual([good.split('.')[0], good.split('.')[2]]);
  const { parts, claims } = sent('empty-key');
  expect(claims).toEqual({ sub: 'ada' });
  expect(parts[2]).toBe(createHmac('sha256', '').update(`${parts[0]}.${parts[1]}`).digest('base64url'));
});

test('claims of every length get another one', () => {
  for (const sub of ['', 'a', 'ab', 'é']) {
    const good = `${part({ alg: 'HS256' })}.${part({ sub })}.c2lnbmF0dXJl`;
    const { header } = mutants(good).first.find(({ kind }) => kind === 'changed-claims')!;
    const claims = fillToken(header, good).split('.')[1]!;
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({ sub, admin: true });
  }
});

test('no token is one that anybody can make as the issuer of the valid one does', () => {
  const unsigned = `${part({ alg: 'none' })}.${part({ sub: 'ada' })}.`;
  for (const good of [unsigned, `${unsigned}unused`]) {
    expect(kindsFor(good)).not.toEqual(expect.arrayContaining([expect.stringMatching(/claims|signature|key/)]));
    expect(madeUpTokens(good).first.map(({ kind }) => kind)).not.toContain('unsigned-jwt');
  }
  expect(kindsFor(signed('HS256', ''))).not.toContain('empty-key');
  const madeUp = ({ first }: ReturnType<typeof madeUpTokens>) => first.map(({ header }) => header);
  const withSecret = `Bearer ${jwt('secret', { sub: 'x' })}`.split('.')[0]!;
  const isSecret = (header: string) => {
    const [a, b, c] = header.split('.');
    const text = `${a!.slice('Bearer '.length)}.${b}`;
    return header.startsWith(withSecret) && createHmac('sha256', 'secret').update(text).digest('base64url') === c;
  };
  expect(madeUp(madeUpTokens(signed('HS256', 'a-key'))).filter(isSecret)).toHaveLength(1);
  expect(madeUp(madeUpTokens(signed('HS256', 'secret'))).filter(isSecret)).toHaveLength(0);
});

test('a hexadecimal token has a mutant with a letter that is not a digit', () => {
  const changed = (good: string) => {
    const found = mutants(good).first.find(({ kind }) => kind === 'no-digit');
    return found === undefined ? undefined : fillToken(found.header, good).slice('Bearer '.length);
  };
  expect(changed('9f86d081')).toBe('9f86dg81');
  expect(changed('0012345678')).toBe('001i345678');
  expect(changed('AB-CF')).toBe('AR-CF');
  expect([changed('opaque'), changed('0001'), changed('1')]).toEqual([undefined, undefined, undefined]);
});

test('made-up tokens of every kind come first, and are drawn at random', () => {
  const family = madeUpTokens(goods['jwt']!);
  const kinds = new Set(family.first.slice(0, 13).map(({ kind }) => kind));
  expect(kinds.size).toBe(13);
  expect(new Set(fc.sample(family.arbitrary, { seed: 1, numRuns: 300 }).map(({ kind }) => kind))).toEqual(kinds);
  expect(Math.max(...family.first.map(({ header }) => header.length))).toBe(7168 + 'Bearer '.length);
  expect(JSON.stringify(family.first)).toBe(JSON.stringify(madeUpTokens(goods['jwt']!).first));
});

test('successive callers get malformed headers of every kind, and each gets the most telling ones', () => {
  const turns = [0, 1, 2, 3].map((turn) => malformedHeaders.usual(turn, 4));
  const kindsOf = (all: readonly { kind: string }[]) => new Set(all.map(({ kind }) => kind));
  // A parser that trims the value, as it must, sees the scheme alone.
  expect(kindsOf([...turns.flat(), { kind: 'scheme-and-space' }])).toEqual(kindsOf(malformedHeaders.first));
  expect(new Set(turns.flat()).size).toBe(malformedHeaders.first.length - 6);
  for (const usual of turns) {
    expect(usual.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining([
        'empty',
        'scheme-alone',
        'basic',
        'other-scheme',
        'repeated-scheme',
        'no-scheme',
        'two-headers',
      ]),
    );
    expect(usual.length).toBeLessThan(12);
  }
});

test('templates fill in slices, the reversed token and swapped case', () => {
  expect(fillToken('Bearer {token}', 'abc')).toBe('Bearer abc');
  expect(fillToken('{token[1:2]}{token[2:]}{token[:1]}{x}', 'abc')).toBe('bca{x}');
  expect(fillToken('{token.reversed}', 'abc')).toBe('cba');
  expect(fillToken('{token.swapcase}', 'aB3')).toBe('Ab3');
  expect(fillToken('{token}', '$&{token}')).toBe('$&{token}');
});

test('a template for the shell expands to the same header', () => {
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
