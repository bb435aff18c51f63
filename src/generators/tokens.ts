/**
 * Values of the Authorization header that hold no valid token (§5): made-up tokens of every common make, mutants of the
 * good one, and headers that are malformed. They are templates (see core/placeholders.ts): the good token is never spelled
 * out. No mutant is the good token under a reading that an RFC allows: outer white space, base64 padding and unused
 * bits, and the letter case of hex and UUIDs are left alone.
 */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { fillToken, tokenIn } from '../core/placeholders.ts';
import type { Family } from './request.ts';
import { inTurns, textKinds } from './text.ts';

export interface BearerTry {
  /** The whole field value, as a template. */
  readonly header: string;
  readonly label: string;
}

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const base64 = `${base64url.slice(0, 62)}+/`;
const digits = '0123456789';
const text = (alphabet: string, min: number, max = min) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: min, maxLength: max });

/** A token in which case carries no meaning, or may not. */
const isHexOrUuid = (token: string): boolean => /^[0-9a-f-]+$/i.test(token);
const same = (a: string, b: string): boolean =>
  octets(a) === octets(b) ||
  (isHexOrUuid(b) ? plain(a.toLowerCase()) === plain(b.toLowerCase()) : plain(a) === plain(b));
/** What a lenient decoder of base64 makes of a token: unused bits and incomplete groups do not count. */
const octets = (token: string): string => Buffer.from(token.trim(), 'base64').toString('hex') || `no octets, ${token}`;
const plain = (token: string): string => token.trim().replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');

const bearer =
  (label: string) =>
  (token: string): BearerTry => ({ header: `Bearer ${token}`, label });

/** A JSON Web Token made by us; without a key it is unsigned (RFC 7519 §6.1). */
function jwt(key: string | undefined, claims: object): string {
  const part = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');
  const signed = `${part({ alg: key === undefined ? 'none' : 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${key === undefined ? '' : createHmac('sha256', key).update(signed).digest('base64url')}`;
}

// A fixed far end, so that one seed gives one token: 2100-01-01.
const claims = (sub: string) => ({ sub, scope: 'admin', role: 'admin', iat: 1_600_000_000, exp: 4_102_444_800 });
const keys = ['secret', 'cawl', 'password', 'key', ''];
const words = [
  'null',
  'true',
  'undefined',
  'false',
  'admin',
  'test',
  'token',
  'none',
  'NaN',
  '0',
  '1',
  '-1',
  'root',
  'anonymous',
  'guest',
  'valid',
  'demo',
  'debug',
  '{}',
  '[]',
  '""',
  '[object Object]',
  '<ACCESS_TOKEN>',
  'ACCESS_TOKEN',
  '__proto__',
  'constructor',
];
const wildcards = ['*', '%', '_', '?', '.*', '**', '%25', '^.*$', '[a-z]*'];
/** Lengths on a geometric scale, 1 to 7,168 characters. */
const scale = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 7168];
const metacharacters = textKinds
  .flatMap(({ constants }) => constants)
  .filter((value) => value.length < 60 && /^[!-~]+( [!-~]+)*$/.test(value));

/** Tokens that nobody issued. `good` gives length and alphabet of some of them, nothing else. */
export function madeUpTokens(good: string): Family<BearerTry> {
  // A token of one letter only would leave nothing else to draw.
  const alphabet = new Set(good).size > 1 ? [...new Set(good)].join('') : base64url;
  const makes: readonly {
    readonly label: string;
    readonly fixed: readonly string[];
    readonly any?: fc.Arbitrary<string>;
  }[] = [
    { label: 'made up, same length and alphabet', fixed: [], any: text(alphabet, Math.max(4, good.length)) },
    { label: 'opaque', fixed: ['madeup'], any: text(base64url.slice(0, 62), 8, 64) },
    {
      label: 'hex',
      fixed: ['deadbeef'.repeat(4)],
      any: fc.constantFrom(8, 16, 32, 40, 64).chain((n) => text('0123456789abcdef', n)),
    },
    { label: 'UUID', fixed: ['00000000-0000-0000-0000-000000000000'], any: fc.uuid() },
    {
      label: 'base64',
      fixed: [Buffer.from('admin:admin').toString('base64')],
      any: fc.uint8Array({ minLength: 6, maxLength: 48 }).map((octets) => Buffer.from(octets).toString('base64')),
    },
    {
      label: 'base64url',
      fixed: [Buffer.from('{"sub":"admin"}').toString('base64url')],
      any: fc.uint8Array({ minLength: 6, maxLength: 48 }).map((octets) => Buffer.from(octets).toString('base64url')),
    },
    {
      label: 'unsigned JWT',
      fixed: [jwt(undefined, claims('admin'))],
      any: text(base64url, 1, 12).map((sub) => jwt(undefined, claims(sub))),
    },
    {
      label: 'JWT signed with a key of ours',
      fixed: keys.map((key) => jwt(key, claims('admin'))),
      any: fc.tuple(text(base64url, 1, 32), text(base64url, 1, 12)).map(([key, sub]) => jwt(key, claims(sub))),
    },
    { label: 'digits', fixed: ['0', '12345678', '0'.repeat(good.length || 1)], any: text(digits, 1, 20) },
    { label: 'a word', fixed: words },
    { label: 'a wildcard', fixed: wildcards },
    { label: 'metacharacters', fixed: metacharacters },
    {
      label: 'of a length on a geometric scale',
      fixed: [...scale].reverse().map((length) => 'a'.repeat(length)),
      any: fc.constantFrom(...scale).chain((length) => text(base64, length)),
    },
  ];
  const unlike = (value: string): boolean => !same(value, good);
  // One value for "same length and alphabet" among the first, drawn with a fixed seed: it depends on the token alone.
  const firstOf = makes.map(({ label, fixed, any }, i) => {
    const drawn = fixed.length === 0 && any !== undefined ? fc.sample(any, { seed: 1 + i, numRuns: 3 }) : fixed;
    return drawn.filter(unlike).map(bearer(label));
  });
  const random = makes.map(({ label, fixed, any }) =>
    (any ?? fc.constantFrom(...fixed)).filter(unlike).map(bearer(label)),
  );
  return { first: inTurns(firstOf), arbitrary: fc.oneof(...random) };
}

/**
 * The good token with something done to it, as templates. `first` is complete but for the places inside long tokens;
 * the arbitrary draws the rest.
 */
export function mutants(token: string): Family<BearerTry> {
  const end = token.replace(/=+$/, '').length;
  const lists = [ends(token, end), changes(token, end), wholes(token)];
  const first = inTurns(lists).filter(({ header }) => !same(fillToken(header, token).slice('Bearer '.length), token));
  const places = Array.from({ length: end }, (_, i) => i);
  const changed =
    places.length === 0
      ? []
      : [
          fc
            .constantFrom(...places)
            .chain((at) => fc.constantFrom(...replacements(token, at)).map((other) => change(at, other))),
        ];
  return {
    first,
    arbitrary: first.length === 0 ? madeUpTokens(token).arbitrary : fc.oneof(fc.constantFrom(...first), ...changed),
  };
}

/** Cut at either end by one, a few and half, and extended at either end. */
function ends(token: string, end: number): BearerTry[] {
  const found: BearerTry[] = [];
  const few = (one: number): number[] =>
    [...new Set([one, one + 2, Math.floor(end / 2)])].filter((n) => n > 0 && n < end);
  for (const n of few(octetStep(token, end, -1)))
    found.push({ header: `Bearer {token[0:${end - n}]}`, label: `cut at the end by ${n}` });
  // Leading zeros of a number may mean nothing.
  for (const n of few(1).filter((n) => !/^0+$/.test(token.slice(0, n))))
    found.push({ header: `Bearer {token[${n}:]}`, label: `cut at the start by ${n}` });
  const more = octetStep(token, end, 1);
  const after = 'A'.repeat(isHexOrUuid(token) ? 0 : more) || 'a'.repeat(more);
  const padding = end === token.length ? '' : `{token[${end}:]}`;
  const whole = padding === '' ? '{token}' : `{token[0:${end}]}`;
  found.push({ header: `Bearer ${whole}${after}${padding}`, label: `extended at the end by ${more}` });
  found.push({ header: 'Bearer a{token}', label: 'extended at the start by 1' });
  return found;
}

/** How many characters to add or cut so that the decoded octets change too: a last character may be unused bits. */
function octetStep(token: string, end: number, direction: 1 | -1): number {
  const last = end - (token.slice(0, end).lastIndexOf('.') + 1);
  const octets = (length: number): number => Math.floor((length * 6) / 8);
  let n = isHexOrUuid(token) && direction > 0 ? 2 : 1;
  while (n < 4 && octets(last + direction * n) === octets(last)) n++;
  return n;
}

/** One character changed: both ends always, every place of a token of up to 64 characters, else a spread of places. */
function changes(token: string, end: number): BearerTry[] {
  const step = Math.max(1, Math.ceil(end / 64));
  const inner = Array.from({ length: Math.ceil(end / step) }, (_, i) => i * step);
  const dots = [...token].flatMap((char, i) => (char === '.' ? [i - 1, i + 1] : []));
  const places = [...new Set([end - 1, 0, ...dots, ...inner])].filter((at) => at >= 0 && at < end);
  return places.map((at) => change(at, replacements(token, at)[0]!));
}

const change = (at: number, other: string): BearerTry => ({
  header: `Bearer {token[0:${at}]}${other}{token[${at + 1}:]}`,
  label: `character ${at + 1} changed`,
});

/** Characters whose base64 value differs from the one there in its top bit, of the token's own alphabet if it has any. */
function replacements(token: string, at: number): string[] {
  const there = topBit(token[at]!);
  const own = isHexOrUuid(token) ? (/[A-F]/.test(token) ? '0123456789ABCDEF' : '0123456789abcdef') : token;
  const differs = (char: string): boolean => topBit(char) !== undefined && topBit(char) !== there;
  const found = [...new Set(own)].filter((char) => differs(char) && /[\w-]/.test(char));
  return found.length > 0 ? found : ['g', 'A'].filter(differs);
}

function topBit(char: string): boolean | undefined {
  const value = Math.max(base64url.indexOf(char), base64.indexOf(char));
  return value < 0 ? undefined : value >= 32;
}

function wholes(token: string): BearerTry[] {
  const found: BearerTry[] = [{ header: 'Bearer {token.reversed}', label: 'reversed' }];
  // A decoder of base64 may stop at padding, and then sees one token.
  if (!token.includes('=')) found.push({ header: 'Bearer {token}{token}', label: 'doubled' });
  // Alphabets of one case, such as base32 (RFC 4648 §6), may be read without regard to it.
  const mixed = /[a-z]/.test(token) && /[A-Z]/.test(token);
  if (mixed && !isHexOrUuid(token) && tokenIn({ kind: 'swapcase' }, token) !== token)
    found.push({ header: 'Bearer {token.swapcase}', label: 'letter case swapped' });
  const dots = [...token].flatMap((char, i) => (char === '.' ? [i] : []));
  if (dots.length === 2 && token.startsWith('eyJ') && !token.endsWith('.')) {
    const [a, b] = dots as [number, number];
    const unsigned = jwt(undefined, {}).split('.')[0]!;
    found.push(
      { header: `Bearer ${unsigned}.{token[${a + 1}:${b}]}.`, label: 'its claims in an unsigned JWT' },
      { header: `Bearer {token[0:${b}]}.`, label: 'its signature removed' },
      { header: `Bearer {token[0:${b}]}`, label: 'its signature and the dot before it removed' },
    );
  }
  return found;
}

const madeUp = 'madeup-4f9a2c71';
const basic = Buffer.from('admin:admin').toString('base64');

/** Headers that hold no bearer token at all, or several made-up ones. */
export const malformedHeaders: Family<BearerTry> = {
  first: [
    { header: '', label: 'an empty value' },
    { header: 'Bearer', label: 'the scheme alone' },
    { header: 'Bearer ', label: 'the scheme and a blank' },
    { header: `Basic ${basic}`, label: 'Basic with made-up credentials' },
    {
      header: `Digest username="admin", realm="x", nonce="x", uri="/", response="${'0'.repeat(32)}"`,
      label: 'Digest with made-up credentials',
    },
    { header: `Token ${madeUp}`, label: 'Token with a made-up token' },
    { header: `Bearer Bearer ${madeUp}`, label: 'the scheme twice' },
    { header: `Bearer ${madeUp}, Bearer ${madeUp}2`, label: 'a list of made-up tokens' },
    { header: `Bearer ${madeUp},${madeUp}2`, label: 'a scheme and a list of made-up tokens' },
    { header: madeUp, label: 'no scheme, a made-up token' },
    { header: `Bearer${madeUp}`, label: 'no blank after the scheme' },
    { header: `Bearer:${madeUp}`, label: 'a colon after the scheme' },
    { header: `Bearer=${madeUp}`, label: 'an equals sign after the scheme' },
    { header: `Bearer "${madeUp}"`, label: 'a made-up token in quotes' },
    { header: `Bearer token="${madeUp}"`, label: 'a made-up token as a parameter' },
    { header: `Bearer\t${madeUp}`, label: 'a tab after the scheme' },
    { header: `Bearer ${madeUp} ${madeUp}`, label: 'two made-up tokens' },
    { header: 'null', label: 'null' },
    { header: 'undefined', label: 'undefined' },
    { header: 'Negotiate YII=', label: 'Negotiate with made-up credentials' },
    { header: `ApiKey ${madeUp}`, label: 'ApiKey with a made-up key' },
    { header: 'Bearer ,', label: 'a comma for a token' },
    { header: 'Bearer =', label: 'padding for a token' },
    { header: ',', label: 'a comma' },
  ],
  arbitrary: fc
    .tuple(
      fc.constantFrom('Basic', 'Digest', 'Token', 'Bearer Bearer', 'ApiKey', 'OAuth', 'MAC', 'JWT', 'Bearer,', ''),
      fc.array(text(base64url, 8, 40), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(', ', ',', ' ', '; '),
    )
    .map(([scheme, tokens, between]) => ({
      header: `${scheme} ${tokens.join(between)}`.trim(),
      label: `${scheme === '' ? 'no scheme' : scheme} with ${tokens.length === 1 ? 'a made-up token' : 'made-up tokens'}`,
    })),
};
