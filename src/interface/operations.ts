/**
 * The four operations of the interface (§4), described once: how each is called, what its valid request holds, what that
 * request uses up, and what a success returns. Everything that treats operations differently asks this table. A fifth
 * operation is one more name in core/operation.ts and one more entry here. This is not a generic engine: requirements and
 * checks are written for these operations. schemas/openapi.yaml and the reference server are held against the table by
 * tests, and share no code with it.
 */

import type { Settings } from '../core/config.ts';
import { type Operation, operations } from '../core/operation.ts';
import { percentEncode } from '../core/text.ts';

export { type Operation, type OperationWithBody, operations, operationsWithBody } from '../core/operation.ts';

type Fixtures = Settings['fixtures'];
type Fields = Readonly<Record<string, unknown>>;

/** The part of a request that has a schema. */
export type RequestPart = 'body' | 'path' | 'query';

/** Values of a request that the target accepts. */
export interface CanonicalValues {
  readonly body?: Fields;
  readonly path?: Fields;
  /** Accepted values of parameters that the canonical request leaves out. */
  readonly optional?: Fields;
}

/**
 * What a valid request uses up. `email`: an e-mail that has no user yet. `code`: the code of a user who is registered and
 * not verified. `event`: an event that does not exist yet, since a target may refuse to create it twice (409).
 */
export type Consumable = 'event' | 'email' | 'code';

export interface OperationDescription {
  readonly method: 'GET' | 'POST';
  /** Below the base URL; a segment in braces stands for an id. */
  readonly path: string;
  /** The group that schemas/openapi.yaml puts it in. `auth`: its requests and answers may hold passwords and codes. */
  readonly tag: 'calendars' | 'auth' | 'webhooks';
  /** "register an auth": completes "a request to …". */
  readonly label: string;
  /** Names of the schemas of a valid request, under schemas/. */
  readonly request: { readonly [part in RequestPart]?: string };
  /** Name of the schema of a success, under schemas/responses/. */
  readonly response: 'page' | 'empty-object';
  readonly consumes: Consumable | null;
  /** Fields that hold free text, or a list of it: those first in which servers break most often. */
  readonly textFields: readonly string[];
  /** The configured valid request. `email` holds `{unique}`, and the names may; a right `code` cannot be configured. */
  readonly canonical: (fixtures: Fixtures) => CanonicalValues;
}

export const operationTable = {
  create: {
    method: 'POST',
    path: '/v2/calendars/common-events',
    tag: 'calendars',
    label: 'create a common event',
    request: { body: 'requests/create' },
    response: 'page',
    consumes: 'event',
    textFields: ['profileIds', 'calendarIds'],
    canonical: ({ limit, profileIds, calendarIds }) => ({ body: { limit, profileIds, calendarIds } }),
  },
  register: {
    method: 'POST',
    path: '/v2/auth/register',
    tag: 'auth',
    label: 'register an auth',
    request: { body: 'requests/register' },
    response: 'empty-object',
    consumes: 'email',
    textFields: ['lastName', 'password', 'firstName', 'email'],
    canonical: ({ register }) => ({ body: { ...register } }),
  },
  verify: {
    method: 'POST',
    path: '/v2/auth/verify-user',
    tag: 'auth',
    label: 'verify a user of an auth',
    request: { body: 'requests/verify' },
    response: 'empty-object',
    consumes: 'code',
    textFields: ['email'],
    canonical: ({ register }) => ({ body: { email: register.email, code: 0 } }),
  },
  logs: {
    method: 'GET',
    path: '/v2/webhooks/{webhookId}/logs/search',
    tag: 'webhooks',
    label: 'search the logs of a webhook',
    request: { path: 'requests/logs-path', query: 'requests/logs-query' },
    response: 'page',
    consumes: null,
    textFields: ['webhookId', 'sortBy', 'from', 'to'],
    canonical: ({ webhooks }) => ({
      path: { webhookId: webhooks[0]?.id ?? '' },
      optional: { sortBy: 'createdAt', from: '2020-01-01T00:00:00Z', to: '2090-01-01T00:00:00Z' },
    }),
  },
} as const satisfies { readonly [op in Operation]: OperationDescription };

type Table = typeof operationTable;

/** The operations whose entry has this value, as literals: ids that are made of them stay compile-checked. */
export type OperationWith<Key extends keyof OperationDescription, Value extends OperationDescription[Key]> = {
  [op in Operation]: Table[op][Key] extends Value ? op : never;
}[Operation];

/**
 * The operations whose entry has one of these values, in the table's order.
 * @example operationsWith('response', 'page') // ['create', 'logs']
 */
export function operationsWith<
  const Key extends 'method' | 'tag' | 'response' | 'consumes',
  const Value extends OperationDescription[Key],
>(key: Key, ...values: readonly Value[]): readonly OperationWith<Key, Value>[] {
  return operations.filter((op): op is OperationWith<Key, Value> =>
    (values as readonly unknown[]).includes(operationTable[op][key]),
  );
}

export type OperationWithCode = OperationWith<'consumes', 'code'>;
export type OperationWithoutCode = Exclude<Operation, OperationWithCode>;

/** Whether its valid request holds the code of a registered user. */
export function needsCode(operation: Operation): operation is OperationWithCode {
  return operationTable[operation].consumes === 'code';
}

/** Whether its success is a page of results. */
export function returnsPage(operation: Operation): operation is OperationWith<'response', 'page'> {
  return operationTable[operation].response === 'page';
}

/** The path of an operation with its ids filled in and percent-encoded, without the query. */
export function pathOf(operation: Operation, ids: Fields = {}): string {
  const { path } = operationTable[operation];
  if (!path.includes('{')) return path;
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => percentEncode(String(ids[name] ?? '')));
}

/** The operation as a statement names it: `POST /v2/auth/register`. */
export const endpointOf = Object.fromEntries(
  operations.map((op) => [op, `${operationTable[op].method} ${operationTable[op].path}`]),
) as { readonly [op in Operation]: string };

/** Places of the path's segments that are ids, from 0: in another letter case each would be another id. */
export function idSegments(operation: Operation): readonly number[] {
  const segments = operationTable[operation].path.slice(1).split('/');
  return segments.flatMap((segment, place) => (segment.startsWith('{') ? [place] : []));
}
