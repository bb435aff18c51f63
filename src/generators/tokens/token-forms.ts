/** What the tries share: alphabets, when two tokens are the same, and JSON Web Tokens that this kit makes. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';

export const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
export const base64 = `${base64url.slice(0, 62)}+/`;

/** Text of `min` to `max` characters of the alphabet. */
export const textOf = (alphabet: string, min: number, max = min): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: min, maxLength: max });

/** Whether the letter case of the token may carry no meaning. */
export const isHexOrUuid = (token: string): boolean => /^[0-9a-f-]+$/i.test(token);

/**
 * Whether the token may be text in an alphabet of one letter case, such as hex, base32 (RFC 4648 §6) or base 36, which may be
 * read without regard to case, and to the dashes that group it. Parts of that case may stand before it, as in
 * `sk_live_9f8e7d6c5b4a3928`.
 */
export const mayBeOfOneCase = (token: string): boolean =>
  isHexOrUuid(token) || /^[0-9a-z-]+=*$/.test(token) || /^[0-9A-Z-]+=*$/.test(token) || isPrefixed(token);

/** Whether the last part is long enough for a secret, has digits, and no letter of another case than the parts before it. */
const isPrefixed = (token: string): boolean =>
  /^(?:[0-9a-z-]+[_.~])+(?=[a-z]*\d)[0-9a-z-]{16,}=*$/.test(token) ||
  /^(?:[0-9A-Z-]+[_.~])+(?=[A-Z]*\d)[0-9A-Z-]{16,}=*$/.test(token);

/** Whether a lenient server may read both as one token: padding, unused bits, alphabets of base64, case and dashes of hex. */
export const isSameToken = (a: string, b: string): boolean =>
  (mayBeBase64(b) && octets(a) === octets(b)) ||
  plain(a) === plain(b) ||
  (mayBeOfOneCase(b) && ungrouped(a) === ungrouped(b));

/** Base64 has no tilde, and one character after whole groups of four encodes nothing (RFC 4648 §4), before a dot or at the end. */
const mayBeBase64 = (token: string): boolean =>
  !token.includes('~') && plain(token).split('.').at(-1)!.length % 4 !== 1;

/** What a lenient decoder of base64 makes of a token: it ignores unused bits and incomplete groups. */
const octets = (token: string): string => Buffer.from(token.trim(), 'base64').toString('hex') || `no octets, ${token}`;
const plain = (token: string): string => token.trim().replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
const ungrouped = (token: string): string => token.trim().replace(/=+$/, '').replaceAll('-', '').toLowerCase();

const part = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');

/** A JSON Web Token made by this kit; without a key it is unsigned (RFC 7519 §6.1). */
export function jwt(key: string | undefined, claims: object): string {
  const unsigned = `${part({ alg: key === undefined ? 'none' : 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${unsigned}.${key === undefined ? '' : signature('sha256', key, unsigned)}`;
}

const signature = (hash: string, key: string, text: string): string =>
  createHmac(hash, key).update(text).digest('base64url');

const hashes: Readonly<Record<string, string>> = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };

/** The parts of a JSON Web Token; undefined if the text is none. */
export interface JwtParts {
  readonly algorithm: string;
  /** As they are written in the token. */
  readonly claims: string;
  readonly end: { readonly header: number; readonly claims: number };
}

export function jwtParts(token: string): JwtParts | undefined {
  const [header = '', claims = '', ...others] = token.split('.');
  const { alg } = jsonOf(header);
  if (others.length !== 1 || claims === '' || typeof alg !== 'string') return undefined;
  return { algorithm: alg, claims, end: { header: header.length, claims: header.length + 1 + claims.length } };
}

/** The object that a part of a JSON Web Token holds; an empty one if it holds none. */
export function jsonOf(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/**
 * Whether the token is a JSON Web Token that anybody with the key can make; without a key, whether it is unsigned. A target
 * cannot tell what this kit signs so from what its issuer does.
 */
export function isSignedWith(key: string | undefined, token: string): boolean {
  const { algorithm, end } = jwtParts(token) ?? {};
  if (algorithm === undefined || end === undefined) return false;
  if (key === undefined) return algorithm.toLowerCase() === 'none';
  const hash = hashes[algorithm];
  return hash !== undefined && token.slice(end.claims + 1) === signature(hash, key, token.slice(0, end.claims));
}

/**
 * Header and signature, with an empty key, of a token with the claims. The header names a key that does not exist: what a
 * target finds for it is empty, whether it looks in a table or in a folder.
 */
export function signedWithEmptyKey(claims: string): { readonly header: string; readonly signature: string } {
  const header = part({ alg: 'HS256', typ: 'JWT', kid: `${'../'.repeat(8)}dev/null` });
  return { header, signature: signature('sha256', '', `${header}.${claims}`) };
}
