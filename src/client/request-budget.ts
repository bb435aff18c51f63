/** How many requests a run has sent, and how many it may still send. */
import { NotSent } from './not-sent.ts';

/** Share of the budget that may be sent on top of it to confirm findings. */
const confirmationShare = 0.5;

export class RequestBudget {
  readonly #most: number;
  #sent = 0;
  /** Kept for what comes later; undefined once nothing is kept any more. */
  #kept: number | undefined = 0;

  constructor(maxRequests: number) {
    this.#most = maxRequests;
  }

  get sent(): number {
    return this.#sent;
  }

  /** Counts a request. Returns its number in the run, from 1. */
  take(): number {
    this.#sent += 1;
    return this.#sent;
  }

  /** Keeps so many requests for what comes later, in place of what was kept before. */
  keep(requests: number): void {
    if (this.#kept !== undefined) this.#kept = requests;
  }

  /** Keeps nothing from here on. */
  keepNothing(): void {
    this.#kept = undefined;
  }

  /** @throws NotSent where no request is left: one that confirms a finding may use what is kept, and some more */
  assertLeft({ confirming, leaves }: { readonly confirming: boolean; readonly leaves?: number }): void {
    const kept = Math.min(this.#kept ?? 0, leaves ?? Number.POSITIVE_INFINITY);
    const limit = confirming ? this.#most * (1 + confirmationShare) : this.#most - kept;
    if (this.#sent >= limit)
      throw new NotSent('budget', `the budget of ${this.#most} requests is used up (--max-requests)`);
  }
}
