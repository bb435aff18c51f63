/** Hostile requests with a body, as a table: each row makes its body from the parts of the canonical one. */
import { Buffer } from 'node:buffer';
import { type Operation, operationTable } from '../interface/operations.ts';
import type { Hostile } from './hostile.ts';
import type { Canonical } from './request.ts';

/** What a row may build on. */
interface Parts {
  /** The canonical body. */
  readonly text: string;
  /** Its members, without the braces. */
  readonly members: string;
  /** Its first name. */
  readonly name: string;
  /** The canonical body with another literal as its first value. */
  readonly withFirst: (literal: string) => string;
}
type Text = (parts: Parts) => string;
type Octets = (parts: Parts) => Uint8Array;

interface Row extends Omit<Hostile, 'operation' | 'body' | 'rawTarget' | 'headers'> {
  readonly body: Text | Octets;
  readonly headers?: Hostile['headers'] | ((parts: Parts) => Hostile['headers']);
  /** Appended to the operation's path. */
  readonly query?: Text;
}
type Flags = Pick<Row, 'first' | 'large' | 'notJson' | 'socketOnly'>;

const canonicalText: Text = ({ text }) => text;
const half = (text: string): number => Math.ceil(text.length / 2);
const times = (count: number, text: string): string => text.repeat(count);
const unknown = (count: number): string => Array.from({ length: count }, (_, i) => `,"x${i}":${i}`).join('');

const json = (label: string, body: Text, flags: Flags = {}): Row => ({ kind: 'json', label, body, ...flags });
const notJson = (label: string, body: Text): Row => json(label, body, { notJson: true });
const size = (label: string, body: Text): Row => ({ kind: 'size', label, body, large: true });
const mediaType = (label: string, type: string | null, body = canonicalText, flags: Flags = {}): Row => ({
  kind: 'media-type',
  label,
  body,
  headers: { 'content-type': type },
  ...flags,
});
const framing = (label: string, headers: Row['headers'] & {}, flags: Flags = {}): Row => ({
  kind: 'framing',
  label,
  body: canonicalText,
  headers,
  ...flags,
});
const parameters = (label: string, query: Text): Row => ({ kind: 'parameters', label, body: canonicalText, query });
/** An unknown member with these octets in its value. */
const octetsInText = (label: string, octets: readonly number[], flags: Flags = {}): Row => ({
  kind: 'encoding',
  label,
  body: ({ members }) => Buffer.concat([Buffer.from(`{${members},"x":"`), Buffer.from(octets), Buffer.from('"}')]),
  ...flags,
});

const rows: readonly Row[] = [
  notJson('JSON cut after the first character', ({ text }) => text.slice(0, 1)),
  notJson('JSON cut in the middle', ({ text }) => text.slice(0, half(text))),
  notJson('JSON cut before the last character', ({ text }) => text.slice(0, -1)),
  notJson('prose', () => 'Dear server, please do as usual.'),
  notJson('XML', ({ name }) => `<?xml version="1.0"?><${name}>x</${name}>`),
  notJson('HTML', () => '<!doctype html><title>x</title>'),
  notJson('a form sent as JSON', ({ name }) => `${name}=x&other=y`),
  notJson('only a closing brace', () => '}'),
  notJson('only a comma', () => ','),
  json('an empty body', () => '', { first: true }),
  json('only null', () => 'null', { first: true }),
  json('only white space', () => ' \r\n\t '),
  json('members without braces', ({ members }) => members),
  json('a second JSON text after the first', ({ text }) => `${text}${text}`),
  json('a character after the end', ({ text }) => `${text}x`),
  json('a NUL after the end', ({ text }) => `${text}\u0000`),
  json('a comma after the last member', ({ members }) => `{${members},}`),
  json('a comment', ({ text }) => `/* a */${text}`),
  json('single quotes', ({ text }) => text.replaceAll('"', "'")),
  json('names without quotes', ({ text }) => text.replaceAll(/"(\w+)":/g, '$1:')),
  json('repeated names', ({ members }) => `{${members},${members}}`),
  json('a repeated name, of two types', ({ members, name }) => `{${members},"${name}":{}}`),
  json(
    'prototype members',
    ({ members }) => `{${members},"__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"toString":1}`,
    { first: true },
  ),
  json('an empty name', ({ members }) => `{${members},"":1}`),
  json('NaN', ({ withFirst }) => withFirst('NaN')),
  json('a number of 400 digits', ({ withFirst }) => withFirst(times(400, '9')), { first: true }),
  json('a number beyond doubles', ({ withFirst }) => withFirst('1e400')),
  json('a number of 20 digits', ({ withFirst }) => withFirst('18446744073709551616')),
  json('minus zero', ({ withFirst }) => withFirst('-0')),
  json('a fraction of 300 digits', ({ withFirst }) => withFirst(`0.${times(300, '1')}`)),
  json('a number with leading zeros', ({ withFirst }) => withFirst('007')),
  json('a lone surrogate, escaped', ({ withFirst }) => withFirst('"\\ud800"')),
  json('a NUL, escaped', ({ withFirst }) => withFirst('"\\u0000"')),
  json('a raw line break in a string', ({ withFirst }) => withFirst('"a\nb"')),
  json('an unknown escape', ({ withFirst }) => withFirst('"\\x41"')),
  json('1,000 nested arrays', ({ withFirst }) => withFirst(`${times(1000, '[')}${times(1000, ']')}`)),
  json('20,000 nested arrays', () => `${times(20_000, '[')}${times(20_000, ']')}`, { first: true }),
  json('5,000 nested objects', () => `${times(5000, '{"a":')}1${times(5000, '}')}`),
  notJson('20,000 arrays never closed', () => times(20_000, '[')),
  {
    kind: 'encoding',
    label: 'a byte order mark',
    body: ({ text }) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
  },
  octetsInText('a byte that never occurs in UTF-8', [0xff], { first: true }),
  octetsInText('an overlong slash', [0xc0, 0xaf]),
  octetsInText('a lone continuation byte', [0x80]),
  octetsInText('a truncated UTF-8 sequence', [0xf0, 0x9f, 0x98]),
  octetsInText('a surrogate as UTF-8', [0xed, 0xa0, 0x80]),
  { kind: 'encoding', label: 'UTF-16', body: ({ text }) => Buffer.from(text, 'utf16le') },
  {
    kind: 'encoding',
    label: 'random octets',
    body: () => Uint8Array.from({ length: 256 }, (_, i) => (i * 167 + 13) % 256),
  },
  mediaType('no Content-Type', null),
  mediaType('text/plain', 'text/plain'),
  mediaType('application/xml', 'application/xml'),
  mediaType('a form', 'application/x-www-form-urlencoded', ({ name }) => `${name}=x&other=y`, { first: true }),
  mediaType('a multipart body without boundary', 'multipart/form-data'),
  mediaType('an invalid Content-Type', 'json'),
  mediaType('an empty Content-Type', ''),
  mediaType('two media types', 'application/json, text/plain'),
  mediaType('an unknown charset', 'application/json; charset=klingon'),
  mediaType('charset UTF-16', 'application/json; charset=utf-16'),
  framing('declared as gzip, but not compressed', { 'content-encoding': 'gzip' }, { first: true }),
  framing('an unknown Content-Encoding', { 'content-encoding': 'x-none' }),
  framing('a Content-Length that is too short', ({ text }) => ({ 'content-length': String(half(text)) }), {
    socketOnly: true,
  }),
  framing('a Content-Length that is not a number', { 'content-length': 'many' }, { socketOnly: true }),
  size('a megabyte in one string', ({ withFirst }) => withFirst(`"${times(1 << 20, 'a')}"`)),
  size('a megabyte of white space', ({ text }) => `${times(1 << 20, ' ')}${text}`),
  size('10,000 unknown members', ({ members }) => `{${members}${unknown(10_000)}}`),
  json('1,000 unknown members', ({ members }) => `{${members}${unknown(1000)}}`),
  parameters('an unknown parameter', () => 'unexpected=1'),
  parameters('parameters named like the fields', ({ name }) => `${name}=x`),
  parameters('invalid percent-encoding', () => 'x=%zz'),
  parameters('a percent sign at the end', () => 'x=%'),
];

/** Hostile requests of an operation that has a body. */
export function hostileBodies(operation: Operation, canonical: Canonical): Omit<Hostile, 'operation'>[] {
  const text = JSON.stringify(canonical.body ?? {});
  const [name = 'x', value = ''] = Object.entries(canonical.body ?? {})[0] ?? [];
  const withFirst = (literal: string): string =>
    text.replace(`"${name}":${JSON.stringify(value)}`, `"${name}":${literal}`);
  const parts: Parts = { text, members: text.slice(1, -1), name, withFirst };
  return rows.map(({ body, headers, query, ...row }) => {
    const made = body(parts);
    const sent = typeof headers === 'function' ? headers(parts) : headers;
    return {
      ...row,
      body: typeof made === 'string' ? Buffer.from(made) : made,
      ...(sent === undefined ? {} : { headers: sent }),
      ...(query === undefined ? {} : { rawTarget: `${operationTable[operation].path}?${query(parts)}` }),
    };
  });
}
