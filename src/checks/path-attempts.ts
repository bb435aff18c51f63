/**
 * Requests without a token to other paths than the operation's own. Where the run is lean, they go out between the positive
 * controls that checks share; otherwise a check requires its own control before the first and after the last of them.
 */
import type { Exchange, OperationRequest } from '../core/exchange.ts';
import type { Operation } from '../interface/operations.ts';
import type { CheckContext } from './check-context.ts';
import { validRequest } from './valid-request.ts';

const control = "the valid request to the operation's own path";

/** Whether the status is 2xx, whatever the path was. */
export function is2xx({ response }: Exchange): boolean {
  return response !== null && response.status >= 200 && response.status < 300;
}

/** Inconclusive unless the valid request to the operation's own path is accepted: an outage would hide what leads there. */
export async function requireOwnPath(t: CheckContext, operation: Operation): Promise<void> {
  if (!t.effort.isLean) t.requireAccepted(await t.send(await validRequest(t, operation, 'repeated')), control);
}

/** Sends a request to another path; `how` holds the path, and leaves out the token. */
export async function sendToPath(
  t: CheckContext,
  operation: Operation,
  how: Partial<OperationRequest>,
): Promise<Exchange> {
  if (!t.effort.isLean) return t.send({ operation, ...how });
  const { exchange, before, after } = await t.attempt(operation, how);
  if (!is2xx(exchange)) for (const one of [before, after]) t.requireAccepted(one, control);
  return exchange;
}
