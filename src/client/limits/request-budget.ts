/** How many requests a run has sent, and how many it may still send. */
import { NotSent } from '../not-sent.ts';

/** Share of the budget that may be sent on top of it to confirm findings. */
const confirmationShare = 0.5;
/** Share of the budget that one requirement may send: on a log that never stands still, none must leave too little for the others. */
const shareOfOne = 1 / 8;
/** As many requests each may send, however small the budget is. */
const leastOfOne = 400;

/** On whose behalf a request is sent. */
interface Sender {
  readonly requirement: string;
  /** Several requirements share the exchange. */
  readonly shared: boolean;
  readonly confirming: boolean;
  readonly leaves?: number;
}

export class RequestBudget {
  readonly #most: number;
  #sent = 0;
  /** Kept for what comes later; undefined once nothing is kept any more. */
  #kept: number | undefined = 0;
  readonly #sentBy = new Map<string, number>();

  constructor(maxRequests: number) {
    this.#most = maxRequests;
  }

  get sent(): number {
    return this.#sent;
  }

  /** Requests that may still be sent. */
  get left(): number {
    return this.#most - this.#sent;
  }

  /** Counts a request. Returns its number in the run, from 1. */
  take(requirement?: string): number {
    this.#sent += 1;
    if (requirement !== undefined) this.#sentBy.set(requirement, this.#sentOf(requirement) + 1);
    return this.#sent;
  }

  #sentOf(requirement: string): number {
    return this.#sentBy.get(requirement) ?? 0;
  }

  /** Keeps this number of requests for later checks, instead of the number kept before. */
  keep(requests: number): void {
    if (this.#kept !== undefined) this.#kept = requests;
  }

  /** Keeps nothing from here on. */
  keepNothing(): void {
    this.#kept = undefined;
  }

  /** @throws NotSent if no request is left: one that confirms a finding may use what is kept, and some more */
  assertLeft({ requirement, shared, confirming, leaves }: Sender): void {
    const kept = Math.min(this.#kept ?? 0, leaves ?? Number.POSITIVE_INFINITY);
    const limit = confirming ? this.#most * (1 + confirmationShare) : this.#most - kept;
    if (this.#sent >= limit)
      throw new NotSent('budget', `the budget of ${this.#most} requests is used up (--max-requests)`);
    const mostOfOne = Math.max(leastOfOne, Math.ceil(this.#most * shareOfOne));
    if (confirming || shared || this.#sentOf(requirement) < mostOfOne) return;
    throw new NotSent('share', `the check has sent ${mostOfOne} requests, its share of the budget (--max-requests)`);
  }
}
