/**
 * Counts time-outs per operation. Each costs the whole time-out, so an operation that hangs is given up: after two hangs of
 * its canonical request, or after six in all if they are more than a fifth of what it was asked.
 */
import type { Exchange } from '../core/exchange.ts';
import { type Operation, operations } from '../core/operation.ts';

const canonicalLimit = 2;
const totalLimit = 6;

interface Counts {
  canonical: number;
  all: number;
  answered: number;
}

export class OperationTimeouts {
  readonly #counts = new Map<Operation, Counts>(operations.map((op) => [op, { canonical: 0, all: 0, answered: 0 }]));

  note({ request, failure }: Exchange): void {
    const counts = this.#counts.get(request.operation)!;
    if (failure?.kind !== 'timeout') {
      counts.answered += 1;
      return;
    }
    counts.all += 1;
    if (request.canonical) counts.canonical += 1;
  }

  givenUp(operation: Operation): boolean {
    const { canonical, all, answered } = this.#counts.get(operation)!;
    return canonical >= canonicalLimit || (all >= totalLimit && all * 4 > answered);
  }

  /** Time-outs of the operation so far. */
  count(operation: Operation): number {
    return this.#counts.get(operation)!.all;
  }
}
