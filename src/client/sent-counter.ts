/** How much was sent to each operation. */
import type { SentRequest } from '../core/exchange.ts';
import type { SentByOperation } from '../core/plan.ts';

export class SentCounter {
  readonly #sent: { -readonly [op in keyof SentByOperation]: SentByOperation[op] } = {
    create: { requests: 0, largestBody: 0 },
    register: { requests: 0, largestBody: 0 },
    verify: { requests: 0, largestBody: 0 },
    logs: { requests: 0, largestBody: 0 },
  };

  note({ operation, body }: SentRequest): void {
    const { requests, largestBody } = this.#sent[operation];
    this.#sent[operation] = { requests: requests + 1, largestBody: Math.max(largestBody, body?.length ?? 0) };
  }

  get all(): SentByOperation {
    return { ...this.#sent };
  }
}
