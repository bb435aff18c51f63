/** Server errors, and operations that do not respond: what counts at once, and what only if it happens again. */
import { isThrottling } from '../client/index.ts';
import { describeResponse, type Exchange, type OperationRequest } from '../core/exchange.ts';
import type { Operation } from '../core/operation.ts';
import type { CheckContext } from './check-context.ts';
import type { Finding } from './property.ts';

/** Whether the response is a 5xx; throttling does not count as one. */
export function isServerError(exchange: Exchange): boolean {
  return (exchange.response?.status ?? 0) >= 500 && !isThrottling(exchange);
}

/**
 * Sends a request that must get a response without 5xx. A 5xx counts at once, no response only if there is none again on a
 * fresh connection.
 * @param about what the request varies, for the message
 * @param make gives the request; each has its own fresh values
 * @param how which responses count, server errors unless given; and whether no response counts at all
 */
export async function findServerError(
  t: CheckContext,
  about: string,
  make: () => OperationRequest,
  how: { readonly isBroken?: (exchange: Exchange) => boolean; readonly mayLoseConnection?: boolean } = {},
): Promise<Finding | undefined> {
  const { isBroken = isServerError, mayLoseConnection = false } = how;
  const exchange = await t.send(make());
  const message = `${about}: ${describeResponse(exchange)}`;
  if (isBroken(exchange)) return { message, proof: [exchange] };
  if (exchange.response !== null || mayLoseConnection || t.signal.aborted) return undefined;
  const again = await t.send({ ...make(), connection: 'fresh' });
  if (again.response !== null && !isBroken(again)) return undefined;
  return { message: `${message}, and on a fresh connection ${describeResponse(again)}`, proof: [exchange, again] };
}

/** The requests that timed out, where the client has given the operation up because of them: at most the first few. */
export function timeoutsOfGivenUp(t: CheckContext, operation: Operation): readonly Exchange[] {
  if (!t.client.givenUp(operation)) return [];
  return t.traffic.unconfirmedTimeouts(operation).filter(({ failure }) => failure?.kind === 'timeout');
}
