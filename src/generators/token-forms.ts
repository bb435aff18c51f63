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
 * read without regard to case, and to the dashes that group it.
 */
export const mayBeOfOneCase = (token: string): boolean =>
  isHexOrUuid(token) || /^[0-9a-z-]+=*$/.test(token) || /^[0-9A-Z-]+=*$/.test(token);

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

/** A JSON Web Token made by this kit; without a key it is unsigned (RFC 7519 §6.1). */
export function jwt(key: string | undefined, claims: object): string {
  const part = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url');
  const signed = `${part({ alg: key === undefined ? 'none' : 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${signed}.${key === undefined ? '' : createHmac('sha256', key).update(signed).digest('base64url')}`;
}
