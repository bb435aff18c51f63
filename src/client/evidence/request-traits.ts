/**
 * What a request varies, as words: the parameters that it has, which of the allowed values, how long a body is. Requests that
 * hang alike share some of them, by which the next ones are recognised. Two different requests may have the same traits.
 */
import type { SentRequest } from '../../core/exchange.ts';
import { jsonOfAny } from '../../core/sent-body.ts';
import { operationTable } from '../../interface/operations.ts';

/** A longer value of a parameter says nothing about other requests. */
const shortValue = 12;
/** Traits of a request at most: those of hostile requests may be many. */
const mostTraits = 14;

export function traitsOf(request: SentRequest): readonly string[] {
  const { operation, method, proper, authorization, webhook, body, shape = {} } = request;
  const traits: string[] = [];
  if (method !== operationTable[operation].method) traits.push(`method ${method}`);
  if (!proper) traits.push('another path');
  if (authorization === null) traits.push('no token');
  else if (authorization !== 'Bearer {token}') traits.push('another token');
  for (const [part, value] of Object.entries(shape)) traits.push(`${part} ${value}`);
  if (proper && webhook !== null) traits.push(`webhook ${webhook.slice(0, shortValue)}`);
  traits.push(...parameterTraits(request.target).slice(0, mostTraits));
  if (body !== null) for (const trait of bodyTraits(body)) if (traits.length < mostTraits) traits.push(trait);
  return traits;
}

function parameterTraits(target: string): string[] {
  const mark = target.indexOf('?');
  if (mark === -1) return [];
  const traits = new Set<string>();
  for (const [name, value] of new URLSearchParams(target.slice(mark + 1))) {
    traits.add(name);
    if (value.length <= shortValue) traits.add(`${name}=${value}`);
  }
  return [...traits];
}

function bodyTraits(body: Uint8Array): string[] {
  const value = jsonOfAny(body);
  if (value === undefined) return [`a body of ${magnitude(body.length)} octets that is not JSON`];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return ['a body that is not an object'];
  const members = value as Readonly<Record<string, unknown>>;
  const names = Object.keys(members).slice(0, mostTraits);
  return names.map((name) => `${name.slice(0, shortValue)} (${kindOf(members[name])})`);
}

function kindOf(value: unknown): string {
  if (typeof value === 'string') return `a text of ${magnitude(value.length)} characters`;
  if (typeof value === 'number') return `a number of ${magnitude(Math.abs(value))}`;
  if (Array.isArray(value)) return `a list of ${magnitude(value.length)}`;
  return value === null ? 'null' : typeof value;
}

/** The power of four below a number: what is that much longer may take that much longer. */
function magnitude(value: number): string {
  return value < 1 ? '0' : `${4 ** Math.floor(Math.log2(value) / 2)} or more`;
}
