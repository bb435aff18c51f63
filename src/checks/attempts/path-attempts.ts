/**
 * Requests without a token to other paths than the operation's own. They go out between the positive controls that checks
 * share; if the run is lean, each is an attempt like those without a header.
 */
import type { Exchange, OperationRequest } from '../../core/exchange.ts';
import type { Operation } from '../../interface/operations.ts';
import type { CheckContext } from '../check-context.ts';
import { betweenControls } from './shared-controls.ts';

const control = "the valid request to the operation's own path";

/** Whether the status is 2xx, whatever the path was. */
export function is2xx({ response }: Exchange): boolean {
  return response !== null && response.status >= 200 && response.status < 300;
}

/**
 * Does work that sends requests to other paths, while the valid request to the operation's own path is accepted: an outage would
 * hide what leads there.
 * @throws CheckConcluded (inconclusive) if that is rejected
 */
export function besideOwnPath<T>(t: CheckContext, operation: Operation, work: () => Promise<T>): Promise<T> {
  return t.effort.isLean ? work() : betweenControls(t, operation, work);
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
