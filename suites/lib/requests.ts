/** What several suites do with a request: ask again where the connection was lost, and tell an accepted creation from a repeated one. */
import {
  type CheckContext,
  controls,
  type Exchange,
  generate,
  isAccepted,
  isDuplicate,
  type OperationRequest,
} from '../../src/suite.ts';

export { forEachConcurrently } from '../../src/suite.ts';
export const { sendCreation } = controls;

/** Accepted; or, for a creation, the answer that the target has it already (409). */
export function recognised(exchange: Exchange): boolean {
  return isAccepted(exchange) || isDuplicate(exchange);
}

/**
 * Sends what `make` gives. Where no answer came (a kept connection that was just closed, say), it counts only if it happens
 * again on a fresh one: what comes of that is the answer.
 */
export async function sendReliably(t: CheckContext, make: () => OperationRequest): Promise<Exchange> {
  const first = await t.send(make());
  return first.response === null ? t.send({ ...make(), connection: 'fresh' }) : first;
}

/** Items in an order that the seed decides. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  return generate.shuffle(items, generate.seededRandom(seed));
}
