/**
 * Requests that no schema describes: broken JSON, odd framing, odd targets. A server may refuse each or be lenient; it
 * owes an answer. They are raw descriptions, to be sent as they are. Every one holds one oddity, the rest is canonical.
 */
import { Buffer } from 'node:buffer';
import { type Operation, operationTable } from '../interface/operations.ts';
import type { Canonical } from './request.ts';

export interface Hostile {
  readonly operation: Operation;
  /** `json`, `encoding`, `media-type`, `framing`, `target`, `parameters`, `path` or `size`. */
  readonly kind: string;
  readonly label: string;
  readonly body?: Uint8Array;
  /** Lower-case names; null leaves out what is sent otherwise (`content-type: application/json` with a body). */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** Path and query below the base URL, percent-encoded; the operation's own unless given. */
  readonly rawTarget?: string;
  /** The body is not empty, is said to be JSON, and does not begin with a complete JSON text in any lenient reading. */
  readonly notJson?: true;
  /** A client library refuses to send this: it must be written to a socket. */
  readonly socketOnly?: true;
  /** Larger than what every server must bear. */
  readonly large?: true;
  /** Among those that break most parsers: where few are sent, these are. */
  readonly first?: true;
}

/** All hostile requests of the operation. E-mail values may hold `{unique}` (as octets). */
export function hostile(operation: Operation, canonical: Canonical): Hostile[] {
  const found = 'body' in operationTable[operation].request ? bodies(canonical, operation) : searches(canonical);
  return found.map((request) => ({ operation, ...request }));
}

type Plain = Omit<Hostile, 'operation'>;

function bodies(canonical: Canonical, operation: Operation): Plain[] {
  const text = JSON.stringify(canonical.body ?? {});
  const members = text.slice(1, -1);
  const [name = 'x', value = ''] = Object.entries(canonical.body ?? {})[0] ?? [];
  const path = operationTable[operation].path;
  const json = (label: string, body: string): Plain => ({ kind: 'json', label, body: Buffer.from(body) });
  const not = (label: string, body: string): Plain => ({ ...json(label, body), notJson: true });
  const typed = (label: string, type: string | null, body = text): Plain => ({
    kind: 'media-type',
    label,
    body: Buffer.from(body),
    headers: { 'content-type': type },
  });
  const octets = (label: string, ...parts: (string | readonly number[])[]): Plain => ({
    kind: 'encoding',
    label,
    body: Buffer.concat(parts.map((part) => Buffer.from(part as string))),
  });
  const other = (literal: string): string => text.replace(`"${name}":${JSON.stringify(value)}`, `"${name}":${literal}`);
  const half = Math.ceil(text.length / 2);
  const target = (label: string, query: string): Plain => ({
    kind: 'parameters',
    label,
    body: Buffer.from(text),
    rawTarget: `${path}?${query}`,
  });
  return [
    not('JSON cut after the first character', text.slice(0, 1)),
    not('JSON cut in the middle', text.slice(0, half)),
    not('JSON cut before the last character', text.slice(0, -1)),
    not('prose', 'Dear server, please do as usual.'),
    not('XML', `<?xml version="1.0"?><${name}>x</${name}>`),
    not('HTML', '<!doctype html><title>x</title>'),
    not('a form said to be JSON', `${name}=x&other=y`),
    not('a closing brace alone', '}'),
    not('a comma alone', ','),
    json('nothing', ''),
    json('blanks alone', ' \r\n\t '),
    json('members without braces', members),
    json('a second JSON text after the first', `${text}${text}`),
    json('bytes after the end', `${text}x`),
    json('a NUL after the end', `${text}\u0000`),
    json('a comma after the last member', `{${members},}`),
    json('a comment', `/* a */${text}`),
    json('single quotes', text.replaceAll('"', "'")),
    json('names without quotes', text.replaceAll(/"(\w+)":/g, '$1:')),
    json('a name twice', `{${members},${members}}`),
    json('a name twice, of two types', `{${members},"${name}":{}}`),
    json('a name of a prototype', `{${members},"__proto__":{"x":1},"constructor":{"prototype":{"x":1}}}`),
    json('an empty name', `{${members},"":1}`),
    json('NaN', other('NaN')),
    { ...json('a number of 400 digits', other('9'.repeat(400))), first: true },
    json('a number beyond doubles', other('1e400')),
    json('a number of 20 digits', other('18446744073709551616')),
    json('minus zero', other('-0')),
    json('a fraction of 300 digits', other(`0.${'1'.repeat(300)}`)),
    json('a number with leading zeros', other('007')),
    json('a lone surrogate, escaped', other('"\\ud800"')),
    json('a NUL, escaped', other('"\\u0000"')),
    json('a raw line break in a string', other('"a\nb"')),
    json('an unknown escape', other('"\\x41"')),
    json('1,000 nested arrays', other(`${'['.repeat(1000)}${']'.repeat(1000)}`)),
    { ...json('20,000 nested arrays', `${'['.repeat(20_000)}${']'.repeat(20_000)}`), first: true },
    json('5,000 nested objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`),
    { ...not('20,000 arrays never closed', '['.repeat(20_000)) },
    octets('a byte order mark', [0xef, 0xbb, 0xbf], text),
    { ...octets('a byte that is never UTF-8', `{${members},"x":"`, [0xff], '"}'), first: true },
    octets('an overlong slash', `{${members},"x":"`, [0xc0, 0xaf], '"}'),
    octets('a lone continuation byte', `{${members},"x":"`, [0x80], '"}'),
    octets('a UTF-8 sequence cut short', `{${members},"x":"`, [0xf0, 0x9f, 0x98], '"}'),
    octets('a surrogate as UTF-8', `{${members},"x":"`, [0xed, 0xa0, 0x80], '"}'),
    { kind: 'encoding', label: 'UTF-16', body: Buffer.from(text, 'utf16le') },
    {
      kind: 'encoding',
      label: 'random octets',
      body: Uint8Array.from({ length: 256 }, (_, i) => (i * 167 + 13) % 256),
    },
    typed('no content type', null),
    typed('text/plain', 'text/plain'),
    typed('application/xml', 'application/xml'),
    { ...typed('a form', 'application/x-www-form-urlencoded', `${name}=x&other=y`), first: true },
    typed('a multipart body without boundary', 'multipart/form-data'),
    typed('a content type that is none', 'json'),
    typed('an empty content type', ''),
    typed('two content types', 'application/json, text/plain'),
    typed('an unknown charset', 'application/json; charset=klingon'),
    typed('charset UTF-16', 'application/json; charset=utf-16'),
    {
      kind: 'framing',
      label: 'said to be gzip, is not',
      body: Buffer.from(text),
      headers: { 'content-encoding': 'gzip' },
    },
    {
      kind: 'framing',
      label: 'an unknown content coding',
      body: Buffer.from(text),
      headers: { 'content-encoding': 'x-none' },
    },
    {
      kind: 'framing',
      label: 'a content length that is too short',
      body: Buffer.from(text),
      headers: { 'content-length': String(half) },
      socketOnly: true,
    },
    {
      kind: 'framing',
      label: 'a content length that is no number',
      body: Buffer.from(text),
      headers: { 'content-length': 'many' },
      socketOnly: true,
    },
    {
      kind: 'size',
      label: 'a megabyte in one string',
      body: Buffer.from(other(`"${'a'.repeat(1 << 20)}"`)),
      large: true,
    },
    { kind: 'size', label: 'a megabyte of blanks', body: Buffer.from(`${' '.repeat(1 << 20)}${text}`), large: true },
    { kind: 'size', label: '10,000 unknown members', body: Buffer.from(`{${members}${unknown(10_000)}}`), large: true },
    json('1,000 unknown members', `{${members}${unknown(1000)}}`),
    target('an unknown parameter', 'unexpected=1'),
    target('parameters named like the fields', `${name}=x`),
    target('bad percent-encoding', 'x=%zz'),
    target('a percent sign at the end', 'x=%'),
  ];
}

const unknown = (count: number): string => Array.from({ length: count }, (_, i) => `,"x${i}":${i}`).join('');

function searches({ path }: Canonical): Plain[] {
  const id = encodeURIComponent(String(path?.['webhookId'] ?? 'x'));
  const at = (segment: string): string => operationTable.logs.path.replace('{webhookId}', segment);
  const query = (label: string, text: string): Plain => ({ kind: 'parameters', label, rawTarget: `${at(id)}?${text}` });
  const segment = (label: string, text: string): Plain => ({
    kind: 'path',
    label: `webhookId: ${label}`,
    rawTarget: at(text),
  });
  return [
    query('a parameter twice, the same', 'status=failed&status=failed'),
    { ...query('a parameter twice, contradicting', 'status=failed&status=succeeded'), first: true },
    query('a parameter 500 times', Array(500).fill('status=failed').join('&')),
    query('an unknown parameter', 'unexpected=1'),
    query('300 unknown parameters', Array.from({ length: 300 }, (_, i) => `x${i}=${i}`).join('&')),
    query('a parameter as an array', 'status[]=failed&status[]=succeeded'),
    query('a parameter as an object', 'status[$ne]=failed'),
    query('a parameter of a prototype', '__proto__[x]=1&constructor=1'),
    query('a parameter without a value', 'status'),
    query('empty values', 'status=&sortDirection=&from=&to=&sortBy=&next='),
    query('a value without a name', '=failed'),
    query('separators alone', '&&&=&'),
    query('a second question mark', '?status=failed'),
    query('semicolons as separators', 'status=failed;sortDirection=asc'),
    query('a name in capitals', 'STATUS=failed'),
    query('a percent sign alone', 'sortBy=%'),
    { ...query('percent-encoding that is no hex', 'sortBy=%zz'), first: true },
    query('percent-encoding cut short', 'sortBy=%4'),
    query('an encoded NUL', 'sortBy=%00'),
    query('an encoded line break', 'sortBy=a%0d%0aX-A:%201'),
    query('octets that are no UTF-8', 'sortBy=%ff%fe'),
    query('an overlong slash', 'sortBy=%c0%af'),
    query('a surrogate, encoded', 'sortBy=%ed%a0%80'),
    query('doubly encoded', 'sortBy=%2527'),
    query('a percent-encoded name', '%73tatus=failed'),
    query('next and prev made up', 'next=madeup&prev=madeup'),
    segment('an empty id', ''),
    segment('an encoded slash', `${id}%2F`),
    segment('an encoded backslash', `${id}%5C`),
    segment('encoded dot segments', '..%2F..%2Fetc%2Fpasswd'),
    segment('dots encoded', '%2e%2e%2f'),
    segment('dots doubly encoded', '%252e%252e%252f'),
    segment('overlong dots', '%c0%ae%c0%ae'),
    segment('a path parameter', `${id};x=1`),
    segment('an encoded NUL', `${id}%00`),
    segment('an encoded line break', `${id}%0d%0aX-A:%201`),
    segment('octets that are no UTF-8', '%ff%fe'),
    segment('a percent sign alone', '%'),
    segment('percent-encoding that is no hex', '%zz'),
    segment('a wildcard', '*'),
    segment('a LIKE wildcard', '%25'),
    segment('a quote', `${id}'`),
    segment('an encoded quote and SQL', `${id}%27%20OR%20%271%27=%271`),
    segment('the template itself', '%7BwebhookId%7D'),
    segment('an array', '[]'),
    segment('a huge number', '9'.repeat(400)),
    segment('a negative number', '-1'),
    segment('a name of a prototype', '__proto__'),
    segment('5,000 characters', 'a'.repeat(5000)),
    { kind: 'path', label: 'a doubled slash', rawTarget: at(id).replace('/v2/', '/v2//') },
    { kind: 'path', label: 'a slash at the end', rawTarget: `${at(id)}/` },
    { kind: 'framing', label: 'a body with a GET', body: Buffer.from('{"status":"failed"}') },
    { kind: 'framing', label: 'a body with a GET that is no JSON', body: Buffer.from('{') },
    { kind: 'media-type', label: 'an accept header that nothing meets', headers: { accept: 'image/png' } },
    { kind: 'media-type', label: 'an accept header that is none', headers: { accept: ';;;' } },
  ];
}
