/**
 * Responses that a gateway or a limit gives, not the operation: 502, 503 and 504. An outage of seconds and load shedding are
 * legal, so that one of them counts only if the same request gets one again, alone and after a pause, or if outages are many.
 */
import type { Exchange } from '../core/exchange.ts';
import { isAccepted } from '../core/exchange.ts';
import type { Operation } from '../core/operation.ts';

const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);
/** Exchanges kept of each operation: one proves it, a few show the pattern. */
const kept = 3;

export const isGatewayError = ({ response }: Exchange): boolean => gatewayStatuses.has(response?.status ?? 0);

interface Availability {
  isDown: boolean;
  outages: number;
  readonly exchanges: Exchange[];
}

/** The outages of each operation: times between two successes in which a gateway answered for it. */
export class Outages {
  readonly #operations = new Map<Operation, Availability>();

  record(exchange: Exchange): void {
    const { operation } = exchange.request;
    const known = this.#operations.get(operation) ?? { isDown: false, outages: 0, exchanges: [] };
    this.#operations.set(operation, known);
    if (isAccepted(exchange)) known.isDown = false;
    if (!isGatewayError(exchange)) return;
    // Load shedding comes and goes with what is in flight: it is not an outage.
    if (exchange.response!.status !== 503 && !known.isDown) known.outages += 1;
    known.isDown = true;
    if (known.exchanges.length < kept) known.exchanges.push(exchange);
  }

  /** How many there were, and the first exchanges that show them. */
  of(operation: Operation): { readonly outages: number; readonly exchanges: readonly Exchange[] } {
    return this.#operations.get(operation) ?? { outages: 0, exchanges: [] };
  }
}
