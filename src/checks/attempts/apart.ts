/** Sends an attempt apart from all accepted requests, so that nothing the target remembers of those explains an acceptance. */
import { NotSent } from '../../client/index.ts';
import type { Exchange } from '../../core/exchange.ts';
import type { Operation } from '../../interface/operations.ts';
import type { CheckContext } from '../check-context.ts';
import { validRequest } from '../valid-request.ts';
import type { Attempt } from './attempt.ts';

/** Least time after the last accepted request, ms. */
const leastPauseMs = 200;

/**
 * The attempt on a fresh connection, with a request that was not sent before, after a pause and with nothing else in flight.
 * @returns undefined if it could not be sent
 */
export async function sendApart(
  t: CheckContext,
  operation: Operation,
  { how }: Attempt,
): Promise<Exchange | undefined> {
  const { settleMs } = t.client;
  try {
    const request = await validRequest(t, operation);
    const unseen = operation === 'logs' ? { query: [...(request.query ?? []), ['_', t.client.fresh()] as const] } : {};
    const body = operation === 'create' ? { raw: unseenCreation(t), body: undefined } : {};
    return await t.exclusively(async (alone) => {
      await alone.clock.sleep(Math.max(settleMs, leastPauseMs));
      return alone.send({ ...request, ...unseen, ...body, ...how, connection: 'fresh' });
    });
  } catch (error) {
    if (error instanceof NotSent) return undefined;
    throw error;
  }
}

/** The canonical creation with another limit, and written in another way. */
function unseenCreation({ creations }: CheckContext): string {
  const { canonical } = creations;
  return JSON.stringify({ ...canonical, limit: Math.max(1, canonical.limit - 1) }, undefined, 1);
}
