/** Gateway errors, of which one counts only if the same request gets one again and again, alone (core/outage.ts). */
import type { Exchange } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { isGatewayError } from '../../core/outage.ts';

/** Exchanges kept of each operation: this many of the first, and of the last ones, since an outage may have caused the first. */
const kept = 3;

/** The gateway errors of a run. */
export class GatewayErrors {
  readonly #first = new Map<Operation, Exchange[]>();
  readonly #last = new Map<Operation, Exchange[]>();

  record(exchange: Exchange): void {
    if (!isGatewayError(exchange)) return;
    const { operation } = exchange.request;
    const first = this.#first.get(operation) ?? [];
    if (first.length < kept) this.#first.set(operation, [...first, exchange]);
    else this.#last.set(operation, [...(this.#last.get(operation) ?? []), exchange].slice(-kept));
  }

  /** Some that an operation got, in order. */
  of(operation: Operation): readonly Exchange[] {
    return [...(this.#first.get(operation) ?? []), ...(this.#last.get(operation) ?? [])];
  }
}
