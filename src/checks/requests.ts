/**
 * From what the generators describe to what the client sends: canonical values from the configuration, fresh e-mails where
 * a value holds `{unique}`, octets as they are. And an exchange sent once more, for what counts only if it happens again.
 */

import { Buffer } from 'node:buffer';
import { isOwnHeader } from '../client/build-request.ts';
import { type Exchange, headerValue, type OperationRequest } from '../core/exchange.ts';
import { nameTenant } from '../core/placeholders.ts';
import { wantsUnique, withUnique } from '../core/text.ts';
import type { Hostile } from '../generators/hostile.ts';
import type { Canonical, Variant } from '../generators/request.ts';
import { needsCode, type Operation, operationTable } from '../interface/operations.ts';
import type { RunContext } from './run-context.ts';

type Shared = Pick<RunContext, 'users'>;

/** The canonical request as the generators take it. `verify`: the e-mail of a registered user, and a code. */
export function canonicalFor(
  { settings }: Pick<RunContext, 'settings'>,
  operation: Operation,
  verify?: { readonly email: string; readonly code: number },
): Canonical {
  const values = operationTable[operation].canonical(settings.fixtures);
  return needsCode(operation) && verify !== undefined ? { ...values, body: { ...verify } } : values;
}

/** A generated variant as a request, its `{unique}` filled in. */
export function requestOf({ users }: Shared, variant: Variant): OperationRequest {
  const { operation } = variant;
  const fresh = <T>(value: T): T => (wantsUnique(value) ? withUnique(value, users.unique()) : value);
  if (variant.path === undefined) return { operation, body: fresh(variant.body) };
  const { path, query = {} } = variant;
  return {
    operation,
    webhook: String(fresh(path['webhookId'] ?? '')),
    query: Object.entries(fresh(query)).map(([name, value]) => [name, String(value)] as const),
  };
}

/** A hostile request as it is sent: never typed, since it need not hold a value of any type. */
export function hostileRequest({ users }: Shared, hostile: Hostile): OperationRequest {
  const headers = Object.entries(hostile.headers ?? {});
  const type = headers.find(([name]) => name === 'content-type');
  return {
    operation: hostile.operation,
    typed: false,
    ...(hostile.rawTarget === undefined ? {} : { target: hostile.rawTarget }),
    ...(hostile.body === undefined ? {} : { raw: freshOctets(hostile.body, () => users.unique()) }),
    ...(type === undefined ? {} : { contentType: type[1] }),
    headers: headers.flatMap(([name, value]) =>
      name === 'content-type' || value === null ? [] : [[name, value] as const],
    ),
  };
}

function freshOctets(octets: Uint8Array, unique: () => string): Uint8Array {
  const text = Buffer.from(octets).toString('latin1');
  return text.includes('{unique}') ? Buffer.from(text.replaceAll('{unique}', unique()), 'latin1') : octets;
}

/** The request of an exchange, octet for octet, to be sent again on a fresh connection. */
export function sameAgain(
  { settings, client }: Pick<RunContext, 'settings' | 'client'>,
  { request }: Exchange,
): OperationRequest {
  const asked = { status: 0, headers: request.headers, bytes: new Uint8Array(), truncated: false };
  const given = new Set(['authorization', 'content-type', ...settings.run.headers.map(([name]) => name.toLowerCase())]);
  return {
    operation: request.operation,
    method: request.method,
    target: request.target.slice(client.pathPrefix.length),
    authorization: request.authorization === null ? null : nameTenant(request.authorization, 'valid'),
    tenant: request.tenant,
    ...(request.body === null ? {} : { raw: request.body, contentType: headerValue(asked, 'content-type') ?? null }),
    headers: request.headers.filter(([name, value]) => !given.has(name.toLowerCase()) && !isOwnHeader(name, value)),
    typed: request.typed,
    connection: 'fresh',
  };
}
