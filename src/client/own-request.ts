/**
 * Checks a request that is meant to be valid against the schemas before it leaves: what a target answers to an invalid one
 * must never count against it.
 */
import type { OperationRequest, SentRequest } from '../core/exchange.ts';
import { type Operation, operations, operationTable, type RequestPart } from '../interface/operations.ts';
import type { SchemaName } from '../schema/library.ts';
import { type Validator, validator } from '../schema/validator.ts';

const validators = new Map<Operation, readonly (readonly [RequestPart, Validator])[]>(
  operations.map((op) => {
    const named = Object.entries(operationTable[op].request) as [RequestPart, SchemaName][];
    return [op, named.map(([part, name]) => [part, validator(name)])];
  }),
);

/** The kit itself broke the interface: an internal error, not a finding. */
export class OwnRequestError extends Error {
  override readonly name = 'OwnRequestError';
}

/**
 * Skips requests that are invalid on purpose: another method or path, raw octets, another Content-Type, fields of other types.
 * @throws OwnRequestError naming the operation and the field
 */
export function assertValidRequest(request: OperationRequest, sent: SentRequest): void {
  if (!sent.typed || !sent.proper || request.raw !== undefined || request.contentType !== undefined) return;
  const problems: string[] = [];
  for (const [part, validate] of validators.get(sent.operation)!) {
    for (const { message } of validate(partOf(part, request, sent))) problems.push(message);
    if (part === 'query') problems.push(...repeatedNames(request));
  }
  if (problems.length > 0)
    throw new OwnRequestError(
      `its own request to ${operationTable[sent.operation].label} claims to be valid, but is not: ${problems.join('; ')}`,
    );
}

function partOf(part: RequestPart, { body, query = [] }: OperationRequest, { webhook }: SentRequest): unknown {
  switch (part) {
    case 'body':
      return body;
    case 'path':
      return { webhookId: webhook };
    case 'query':
      return Object.fromEntries(query);
  }
}

function repeatedNames({ query = [] }: OperationRequest): readonly string[] {
  if (query.length < 2) return [];
  return query
    .filter(([name], place) => query.findIndex((other) => other[0] === name) !== place)
    .map(([name]) => `${name} is repeated`);
}
