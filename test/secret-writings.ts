/** Ways in which a target, or a program, may write a secret. Each holds all of it. */

const hex = (value: number, length: number) => value.toString(16).padStart(length, '0');
const each = (text: string, write: (character: string, code: number) => string) =>
  [...text].map((character) => write(character, character.codePointAt(0)!)).join('');
const units = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
const bytes = (text: string) => [...Buffer.from(text)];

export const writings: Readonly<Record<string, (secret: string) => string>> = {
  'as it is': (secret) => secret,
  JSON: (secret) => JSON.stringify(secret),
  'JSON in JSON': (secret) => JSON.stringify(JSON.stringify(secret)),
  "PHP's JSON": (secret) => JSON.stringify(secret).replaceAll('/', '\\/'),
  '\\u escapes': (secret) =>
    units(secret)
      .map((unit) => `\\u${hex(unit, 4)}`)
      .join(''),
  '\\u escapes in capitals': (secret) =>
    units(secret)
      .map((unit) => `\\u${hex(unit, 4).toUpperCase()}`)
      .join(''),
  '\\x escapes': (secret) => each(secret, (one, code) => (code < 256 ? `\\x${hex(code, 2)}` : one)),
  percent: (secret) => encodeURIComponent(secret),
  'percent, every octet': (secret) =>
    bytes(secret)
      .map((octet) => `%${hex(octet, 2)}`)
      .join(''),
  'percent in capitals': (secret) =>
    bytes(secret)
      .map((octet) => `%${hex(octet, 2).toUpperCase()}`)
      .join(''),
  'percent, twice': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'a form': (secret) => new URLSearchParams([['k', secret]]).toString(),
  'decimal HTML': (secret) => each(secret, (_, code) => `&#${code};`),
  'hexadecimal HTML': (secret) => each(secret, (_, code) => `&#x${hex(code, 1)};`),
  'named HTML': (secret) =>
    secret.replace(/[&<>"']/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[one] ?? '&#39;'),
  hex: (secret) => Buffer.from(secret).toString('hex'),
  'hex in capitals': (secret) => Buffer.from(secret).toString('hex').toUpperCase(),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
  'base64 behind a user': (secret) => Buffer.from(`a:${secret}`).toString('base64'),
  'base64 within a text': (secret) => Buffer.from(`ab${secret}xyz`).toString('base64'),
  'Latin-1': (secret) => Buffer.from(secret).toString('latin1'),
};
