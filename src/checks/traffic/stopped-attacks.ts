/**
 * Requests that look like an attack and lost their connection each time. A firewall in front of a conforming server resets such
 * connections, and a server that fails at them may look the same: they decide nothing.
 */
import { attackIn } from '../../core/attack-like.ts';
import type { Exchange } from '../../core/exchange.ts';
import { endpointOf, type Operation } from '../../interface/operations.ts';
import { inconclusive } from '../conclusion.ts';

/** Whether a request that looks like an attack lost its connection: by chance, or because it was stopped. */
export function mayBeStopped({ failure, request }: Exchange): boolean {
  return failure?.kind === 'cut' && attackIn(request) !== undefined;
}

export class StoppedAttacks {
  readonly #byOperation = new Map<Operation, Exchange>();

  /** @param exchange the last of several that {@link mayBeStopped}, in a row */
  note(exchange: Exchange): void {
    const { operation } = exchange.request;
    if (!this.has(operation)) this.#byOperation.set(operation, exchange);
  }

  has(operation: Operation): boolean {
    return this.#byOperation.has(operation);
  }

  /** Ends the check of an operation if any of its requests was stopped. */
  inconclusiveIfAny(operation: Operation): void {
    const exchange = this.#byOperation.get(operation);
    if (exchange === undefined) return;
    inconclusive(
      `${endpointOf[operation]} closed the connection each time it was sent ${attackIn(exchange.request)}: either the server failed, or a firewall in front of it stops what looks like an attack`,
      'a base URL behind the firewall; or the log of the server, which shows whether such requests reach it',
      [exchange],
    );
  }
}
