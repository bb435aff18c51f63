/** Tokens of every common form that nobody issued (§5). */
import fc from 'fast-check';
import type { Family } from '../request.ts';
import { inTurns, textKinds } from '../text.ts';
import type { BearerTry, MadeUpKind } from './bearer-try.ts';
import { base64, base64url, isSameToken, isSignedWith, jwt, textOf } from './token-forms.ts';

// A fixed expiry, 2100-01-01, so that one seed gives one token.
const claims = (sub: string) => ({ sub, scope: 'admin', role: 'admin', iat: 1_600_000_000, exp: 4_102_444_800 });
const keys = ['secret', '', 'cawl', 'password', 'key', 'your-256-bit-secret', 'changeme'];
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
  'dev',
  'test-token',
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
/** Ends a literal in SQL, and matches everything as a regular expression. */
const anyPattern = ".*|'OR'1'='1";
const metacharacters = textKinds
  .flatMap(({ constants }) => constants)
  .filter((value) => value.length < 60 && /^[!-~]+( [!-~]+)*$/.test(value));

/** One kind of token: values that are always the same, and how others are drawn. */
interface TokenKind {
  readonly kind: MadeUpKind;
  readonly label: string;
  readonly fixed: readonly string[];
  /** Draws one of `fixed` unless given. */
  readonly any?: fc.Arbitrary<string>;
}

/** Tokens that nobody issued. `good` gives some of them their length and alphabet, and nothing else. */
export function madeUpTokens(good: string): Family<BearerTry> {
  // Where the valid token is unsigned, the target cannot tell whether another unsigned one was issued.
  const kinds = tokenKinds(good).filter(({ kind }) => kind !== 'unsigned-jwt' || !isSignedWith(undefined, good));
  const unlike = (value: string): boolean => !isSameToken(value, good);
  // The value of the same length and alphabet is drawn with a fixed seed, so that it depends on the good token only.
  const firstOf = kinds.map(({ kind, label, fixed, any }, i) => {
    const drawn = fixed.length === 0 && any !== undefined ? fc.sample(any, { seed: 1 + i, numRuns: 3 }) : fixed;
    return drawn.filter(unlike).map((token) => ({ header: `Bearer ${token}`, kind, label }));
  });
  const random = kinds.map(({ kind, label, fixed, any }) =>
    (any ?? fc.constantFrom(...fixed)).filter(unlike).map((token) => ({ header: `Bearer ${token}`, kind, label })),
  );
  return { first: inTurns(firstOf), arbitrary: fc.oneof(...random) };
}

function tokenKinds(good: string): readonly TokenKind[] {
  // A good token of one repeated character leaves no other token to draw.
  const alphabet = new Set(good).size > 1 ? [...new Set(good)].join('') : base64url;
  return [
    {
      kind: 'same-alphabet',
      label: 'same length and alphabet',
      fixed: [],
      any: textOf(alphabet, Math.max(4, good.length)),
    },
    { kind: 'opaque', label: 'opaque', fixed: ['madeup'], any: textOf(base64url.slice(0, 62), 8, 64) },
    {
      kind: 'hex',
      label: 'hex',
      fixed: ['deadbeef'.repeat(4)],
      any: fc.constantFrom(8, 16, 32, 40, 64).chain((n) => textOf('0123456789abcdef', n)),
    },
    {
      kind: 'uuid',
      label: 'UUID',
      fixed: ['11111111-1111-4111-8111-111111111111', '00000000-0000-0000-0000-000000000000'],
      any: fc.uuid(),
    },
    {
      kind: 'base64',
      label: 'base64',
      fixed: [Buffer.from('admin:admin').toString('base64')],
      any: fc.uint8Array({ minLength: 6, maxLength: 48 }).map((octets) => Buffer.from(octets).toString('base64')),
    },
    {
      kind: 'base64url',
      label: 'base64url',
      fixed: [Buffer.from('{"sub":"admin"}').toString('base64url')],
      any: fc.uint8Array({ minLength: 6, maxLength: 48 }).map((octets) => Buffer.from(octets).toString('base64url')),
    },
    {
      kind: 'unsigned-jwt',
      label: 'unsigned JWT',
      fixed: [jwt(undefined, claims('admin'))],
      any: textOf(base64url, 1, 12).map((sub) => jwt(undefined, claims(sub))),
    },
    {
      kind: 'signed-jwt',
      label: 'JWT signed with another key',
      fixed: keys.filter((key) => !isSignedWith(key, good)).map((key) => jwt(key, claims('admin'))),
      any: fc.tuple(textOf(base64url, 1, 32), textOf(base64url, 1, 12)).map(([key, sub]) => jwt(key, claims(sub))),
    },
    {
      kind: 'digits',
      label: 'digits',
      // As many as look like hex, too.
      fixed: ['12345678'.repeat(4), '0', '12345678', '0'.repeat(good.length || 1)],
      any: textOf('0123456789', 1, 20),
    },
    { kind: 'word', label: 'a word', fixed: words },
    { kind: 'wildcard', label: 'a wildcard', fixed: wildcards },
    { kind: 'metacharacters', label: 'metacharacters', fixed: [anyPattern, ...metacharacters] },
    {
      kind: 'length',
      label: 'of a given length',
      fixed: [...scale].reverse().map((length) => 'a'.repeat(length)),
      any: fc.constantFrom(...scale).chain((length) => textOf(base64, length)),
    },
  ];
}
