/** What several suites do with a request: ask again where the connection was lost, and tell an accepted creation from a repeated one. */
import { type CheckContext, type Exchange, isAccepted, isDuplicate, type OperationRequest } from '../../src/suite.ts';

export { forEachConcurrently } from '../../src/suite.ts';

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

const created = new WeakMap<CheckContext['runContext'], Map<string, Promise<Exchange>>>();

/** A creation with this body; at depth quick one for all rows that look at the same. */
export function sendCreation(t: CheckContext, body: object): Promise<Exchange> {
  const send = () => t.send({ operation: 'create', body });
  if (!t.effort.isLean) return send();
  const known = created.get(t.runContext) ?? new Map<string, Promise<Exchange>>();
  created.set(t.runContext, known);
  const key = JSON.stringify(body);
  const sent = known.get(key) ?? send();
  known.set(key, sent);
  return sent;
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
