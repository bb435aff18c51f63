/** What several suites do with a request: ask again where the connection was lost, and tell an accepted creation from a repeated one. */
import {
  type CheckContext,
  controls,
  type Exchange,
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

/** Items in an order that the seed and a name decide. */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed >>> 0;
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const at = Math.floor((state / 2 ** 32) * (last + 1));
    [order[last], order[at]] = [order[at]!, order[last]!];
  }
  return order;
}
