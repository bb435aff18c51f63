/** What a run has asked of its target so far. */
import type { LeftBehind } from '../core/left-behind.ts';
import type { SentByOperation } from '../core/plan.ts';
import type { CreationLedger } from './creation-ledger.ts';
import type { RequestBudget } from './limits/request-budget.ts';
import type { SentCounter } from './sent-counter.ts';

interface CountedElsewhere {
  readonly budget: RequestBudget;
  readonly sentTo: SentCounter;
  readonly creations: CreationLedger;
  readonly inFlight: () => InFlight;
}

export interface InFlight {
  /** Average number of requests in flight while there was any. */
  readonly average: number;
  readonly limit: number;
}

export class RunUsage {
  readonly #parts: CountedElsewhere;
  #retries = 0;
  #throttledMs = 0;

  constructor(parts: CountedElsewhere) {
    this.#parts = parts;
  }

  /** Requests sent. */
  get sent(): number {
    return this.#parts.budget.sent;
  }

  /** Requests that may still be sent. */
  get budgetLeft(): number {
    return this.#parts.budget.left;
  }

  get sentByOperation(): SentByOperation {
    return this.#parts.sentTo.all;
  }

  /** Users and events created. */
  get leftBehind(): LeftBehind {
    return this.#parts.creations.leftBehind;
  }

  /** Users and events created since the last call; undefined if there are none. */
  takeNewlyCreated(): LeftBehind | undefined {
    return this.#parts.creations.takeNew();
  }

  get inFlight(): InFlight {
    return this.#parts.inFlight();
  }

  /** Requests sent again: after throttling, or after a lost connection. */
  get retries(): number {
    return this.#retries;
  }

  /** How long nothing was sent since the target throttled, ms. */
  get throttledMs(): number {
    return this.#throttledMs;
  }

  noteRetry(): void {
    this.#retries += 1;
  }

  noteThrottled(ms: number): void {
    this.#throttledMs += ms;
  }
}
