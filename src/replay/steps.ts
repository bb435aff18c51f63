/** What the steps of a reproducer are: which operation each calls, and its request. */
import type { Client } from '../client/index.ts';
import type { OperationRequest } from '../core/exchange.ts';
import { type Operation, operationsWithBody } from '../core/operation.ts';
import { parsePlaceholders } from '../core/placeholders.ts';
import type { ReproducerStep } from '../core/verdict.ts';
import type { PlaceholderValues } from './placeholder-values.ts';

/** A part of each path that its altered spellings keep. What has none of them is a search of logs. */
const pathMarks: { readonly [op in (typeof operationsWithBody)[number]]: RegExp } = {
  create: /calendars|common/i,
  register: /register/i,
  verify: /verify/i,
};

/** The operation that a step calls. Its path may be spelled in a way that only a lenient server understands. */
export function operationOf({ target }: ReproducerStep): Operation {
  return operationsWithBody.find((operation) => pathMarks[operation].test(target)) ?? 'logs';
}

/** Whether a target holds a cursor as it was in the earlier run, not one that an earlier step receives. */
export function hasOldCursor({ target }: ReproducerStep): boolean {
  const query = target.split('?').slice(1).join('&').split('&');
  return query.some((parameter) => {
    const value = /^(?:next|prev)=(.+)$/s.exec(parameter)?.[1];
    return value !== undefined && parsePlaceholders(value)[0]?.placeholder?.kind !== 'cursor';
  });
}

/** The request of a step. Configured headers are left out, since the client adds them. */
export function requestOf(
  step: ReproducerStep,
  values: PlaceholderValues,
  configured: Client['settings']['run']['headers'],
): OperationRequest {
  const own = new Set(configured.map(([name]) => name.toLowerCase()));
  let authorization: string | null = null;
  let contentType: string | null = null;
  const headers: [string, string][] = [];
  for (const [name, value] of step.headers) {
    const lower = name.toLowerCase();
    if (lower === 'authorization' && authorization === null) authorization = values.fillHeader(value);
    else if (lower === 'content-type') contentType = value;
    else if (!own.has(lower)) headers.push([name, values.fillHeader(value)]);
  }
  const common = {
    operation: operationOf(step),
    method: step.method,
    target: values.fillTarget(step.target),
    authorization,
    typed: false,
    ...(step.shape === undefined ? {} : { shape: step.shape }),
  };
  if (step.body !== null) return { ...common, raw: values.fillBody(step.body), contentType, headers };
  return { ...common, headers: contentType === null ? headers : [['Content-Type', contentType], ...headers] };
}
