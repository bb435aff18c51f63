/**
 * A request that is meant to be right is judged by the schemas before it leaves: what a target answers to a wrong one
 * must never count against it.
 */
import type { OperationRequest, SentRequest } from '../core/exchange.ts';
import { validator } from '../schema/validator.ts';

const judges = {
  create: validator('requests/create'),
  register: validator('requests/register'),
  verify: validator('requests/verify'),
  path: validator('requests/logs-path'),
  query: validator('requests/logs-query'),
};

/** The kit broke the interface itself. */
export class OwnRequestError extends Error {
  override readonly name = 'OwnRequestError';
}

/**
 * Passes over what is wrong on purpose: another method or path, octets as they are, fields that are not as stated.
 *
 * @throws OwnRequestError naming the operation and the field
 */
export function judgeOwn(request: OperationRequest, sent: SentRequest): void {
  if (!sent.typed || !sent.proper || request.raw !== undefined || request.contentType !== undefined) return;
  const problems =
    sent.operation === 'logs'
      ? [
          ...judges.path({ webhookId: sent.webhook }),
          ...judges.query(Object.fromEntries(request.query ?? [])),
          ...(request.query ?? [])
            .filter(([name], place, all) => all.findIndex((other) => other[0] === name) !== place)
            .map(([name]) => ({ message: `${name} is repeated` })),
        ]
      : judges[sent.operation](request.body);
  if (problems.length > 0)
    throw new OwnRequestError(
      `its own ${sent.operation} request, meant to be right, is not: ${problems.map(({ message }) => message).join('; ')}`,
    );
}
