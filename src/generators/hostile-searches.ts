/** Hostile requests of an operation whose request is a path and a query, as tables. */

import { Buffer } from 'node:buffer';
import { percentEncode } from '../core/text.ts';
import { type Operation, operationTable } from '../interface/operations.ts';
import type { Hostile } from './hostile.ts';
import type { Canonical } from './request.ts';

type Plain = Omit<Hostile, 'operation'>;

const manyUnknown = Array.from({ length: 300 }, (_, i) => `x${i}=${i}`).join('&');

const queries: readonly (readonly [label: string, query: string, flags?: Pick<Hostile, 'first'>])[] = [
  ['a parameter twice, the same', 'status=failed&status=failed'],
  ['a parameter twice, contradicting', 'status=failed&status=succeeded', { first: true }],
  ['a parameter 500 times', Array(500).fill('status=failed').join('&')],
  ['an unknown parameter', 'unexpected=1'],
  ['300 unknown parameters', manyUnknown],
  ['a parameter as an array', 'status[]=failed&status[]=succeeded'],
  ['a parameter as an object', 'status[$ne]=failed'],
  ['prototype parameters', '__proto__[x]=1&constructor=1&toString=1', { first: true }],
  ['a parameter without a value', 'status'],
  ['empty values', 'status=&sortDirection=&from=&to=&sortBy=&next='],
  ['a value without a name', '=failed'],
  ['only separators', '&&&=&'],
  ['a second question mark', '?status=failed'],
  ['semicolons as separators', 'status=failed;sortDirection=asc'],
  ['a name in capitals', 'STATUS=failed'],
  ['only a percent sign', 'sortBy=%'],
  ['percent-encoding that is not hex', 'sortBy=%zz', { first: true }],
  ['truncated percent-encoding', 'sortBy=%4'],
  ['an encoded NUL after an allowed value', 'status=failed%00', { first: true }],
  ['an encoded line break', 'sortBy=a%0d%0aX-A:%201'],
  ['octets that are not UTF-8', 'sortBy=%ff%fe'],
  ['an overlong slash', 'sortBy=%c0%af'],
  ['a surrogate, encoded', 'sortBy=%ed%a0%80'],
  ['double encoding', 'sortBy=%2527'],
  ['a percent-encoded name', '%73tatus=failed'],
  ['made-up next and prev', 'next=madeup&prev=madeup'],
];

/** The id, percent-encoded, is replaced by what the row makes of it. */
const segments: readonly (readonly [label: string, segment: (id: string) => string])[] = [
  ['an empty id', () => ''],
  ['an encoded slash', (id) => `${id}%2F`],
  ['an encoded backslash', (id) => `${id}%5C`],
  ['encoded dot segments', () => '..%2F..%2Fetc%2Fpasswd'],
  ['encoded dots', () => '%2e%2e%2f'],
  ['doubly encoded dots', () => '%252e%252e%252f'],
  ['overlong dots', () => '%c0%ae%c0%ae'],
  ['a path parameter', (id) => `${id};x=1`],
  ['an encoded NUL', (id) => `${id}%00`],
  ['an encoded line break', (id) => `${id}%0d%0aX-A:%201`],
  ['octets that are not UTF-8', () => '%ff%fe'],
  ['only a percent sign', () => '%'],
  ['percent-encoding that is not hex', () => '%zz'],
  ['a wildcard', () => '*'],
  ['a LIKE wildcard', () => '%25'],
  ['a quote', (id) => `${id}'`],
  ['an encoded quote and SQL', (id) => `${id}%27%20OR%20%271%27=%271`],
  ['the template itself', () => '%7BwebhookId%7D'],
  ['an array', () => '[]'],
  ['a huge number', () => '9'.repeat(400)],
  ['a negative number', () => '-1'],
  ['a prototype member', () => '__proto__'],
  ['5,000 characters', () => 'a'.repeat(5000)],
];

const others: readonly Plain[] = [
  { kind: 'framing', label: 'a body with a GET', body: Buffer.from('{"status":"failed"}') },
  { kind: 'framing', label: 'a body with a GET that is not JSON', body: Buffer.from('{') },
  { kind: 'media-type', label: 'an Accept header that cannot be met', headers: { accept: 'image/png' } },
  { kind: 'media-type', label: 'an invalid Accept header', headers: { accept: ';;;' } },
];

/** Hostile requests of an operation whose path holds an id. */
export function hostileSearches(operation: Operation, { path = {} }: Canonical): Plain[] {
  const id = percentEncode(String(Object.values(path)[0] ?? 'x'));
  const at = (segment: string): string => operationTable[operation].path.replace(/\{\w+\}/, () => segment);
  const [field = 'id'] = Object.keys(path);
  return [
    ...queries.map(
      ([label, query, flags]): Plain => ({ kind: 'parameters', label, rawTarget: `${at(id)}?${query}`, ...flags }),
    ),
    ...segments.map(
      ([label, segment]): Plain => ({ kind: 'path', label: `${field}: ${label}`, rawTarget: at(segment(id)) }),
    ),
    { kind: 'path', label: 'a doubled slash', rawTarget: at(id).replace('/v2/', '/v2//') },
    { kind: 'path', label: 'a slash at the end', rawTarget: `${at(id)}/` },
    ...others,
  ];
}
