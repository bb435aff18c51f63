/** Turns the request of an operation into what goes over the wire: target, headers and octets. */

import type { Settings } from '../core/config.ts';
import type { OperationRequest, SentRequest, Tenant } from '../core/exchange.ts';
import { fillToken, nameTenant } from '../core/placeholders.ts';
import { percentEncode } from '../core/text.ts';
import { operationTable, pathOf } from '../interface/operations.ts';
import { kitVersion } from '../version.ts';

const encoder = new TextEncoder();
/** Ordinary headers, without which a gateway may reject a request. */
export const ownHeaders: readonly (readonly [string, string])[] = [
  ['User-Agent', `cawl/${kitVersion()}`],
  ['Accept', 'application/json'],
];
/** Whether every request has the header anyway; an Accept header with another value belongs to its request. */
export const isOwnHeader = (name: string, value: string): boolean =>
  ownHeaders.some(([own, usual]) => own.toLowerCase() === name.toLowerCase() && usual === value);

/** Fast path: almost every request uses this template, so skip parsing it. */
const usualTemplate = 'Bearer {token}';

/**
 * @param prefix path of the base URL, without a slash at its end
 * @param token of the tenant; as configured unless given
 */
export function buildRequest(
  request: OperationRequest,
  settings: Settings,
  prefix: string,
  token = settings.tokens[request.tenant ?? 'valid'] ?? '',
): SentRequest {
  const { operation } = request;
  const own = operationTable[operation];
  const webhook = 'path' in own.request ? (request.webhook ?? settings.fixtures.webhooks[0]?.id ?? '') : null;
  const raw = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const body = raw === undefined ? null : typeof raw === 'string' ? encoder.encode(raw) : raw;
  const authorization = request.authorization === undefined ? usualTemplate : request.authorization;
  const tenant = request.tenant ?? 'valid';
  const headers: (readonly [string, string])[] = [...settings.run.headers];
  const more = request.headers ?? [];
  for (const header of ownHeaders)
    if (!isNamedIn(settings.run.headers, header[0]) && !isNamedIn(more, header[0])) headers.push(header);
  if (authorization !== null) headers.push(['Authorization', authorizationValue(authorization, token)]);
  if (body !== null && request.contentType !== null)
    headers.push(['Content-Type', request.contentType ?? 'application/json']);
  headers.push(...more);
  return {
    operation,
    method: request.method ?? own.method,
    target: prefix + (request.target ?? pathOf(operation, { webhookId: webhook }) + queryText(request.query ?? [])),
    headers,
    body,
    ...(request.shape === undefined ? {} : { shape: request.shape }),
    authorization: authorization === null ? null : maskedTemplate(authorization, tenant),
    tenant,
    typed: request.typed ?? true,
    canonical: request.canonical ?? false,
    proper: request.target === undefined && (request.method ?? own.method) === own.method,
    webhook,
  };
}

/** Compares lengths first: most requests are built with the same few headers, and each lower-cased name is a new string. */
function isNamedIn(headers: readonly (readonly [string, string])[], name: string): boolean {
  return headers.some(([other]) => other.length === name.length && other.toLowerCase() === name.toLowerCase());
}

function queryText(query: readonly (readonly [string, string])[]): string {
  if (query.length === 0) return '';
  return `?${query.map(([key, value]) => `${percentEncode(key)}=${percentEncode(value)}`).join('&')}`;
}

const authorizationValue = (template: string, token: string): string =>
  template === usualTemplate ? `Bearer ${token}` : fillToken(template, token);

/** The template with the name of the tenant whose token it holds. */
function maskedTemplate(template: string, tenant: Tenant): string {
  if (template === usualTemplate && tenant === 'valid') return usualTemplate;
  return nameTenant(template, tenant);
}
