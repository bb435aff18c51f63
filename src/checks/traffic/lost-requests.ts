/**
 * Valid requests whose connection was closed before a response came. A target may close a kept connection just as it is used
 * (RFC 9112 §9.5), so that this is not a finding; a worker that crashes looks the same, so that it is counted.
 */
import { type Exchange, hasValidToken } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import type { LostRequest } from '../../core/report.ts';

export class LostRequests {
  readonly #isPlain: boolean;
  readonly #lost = new Map<Operation, { kept: number; fresh: number; requests: number }>();

  /** @param origin of the target: bytes that arrived over TLS need not be those of a response */
  constructor(origin: string) {
    this.#isPlain = origin.startsWith('http:');
  }

  note({ request, response, failure }: Exchange): void {
    if (response !== null || failure?.kind !== 'cut') return;
    if (!request.proper || !request.typed || !hasValidToken(request)) return;
    const counted = this.#lost.get(request.operation) ?? { requests: 0, kept: 0, fresh: 0 };
    this.#lost.set(request.operation, counted);
    counted.requests += 1;
    if (failure.received === undefined || !this.#isPlain) return;
    if (failure.received > 0) counted.kept += 1;
    else counted.fresh += 1;
  }

  get total(): number {
    return [...this.#lost.values()].reduce((sum, { requests }) => sum + requests, 0);
  }

  /** By operation; undefined if there are none. */
  get all(): { readonly [op in Operation]?: LostRequest } | undefined {
    return this.#lost.size === 0 ? undefined : Object.fromEntries(this.#lost);
  }
}
