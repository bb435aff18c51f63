/**
 * Tells a lock after wrong tokens from a quota, where the target asks for patience with all requests: a quota allows as many requests each
 * time, and a lock as many without the valid token, whatever else was sent.
 */

/** Requests that were answered between two times of throttling. */
interface Answered {
  readonly all: number;
  readonly strangers: number;
}

/** Requests without the valid token below which nothing is compared, since late answers come within a lock. */
const leastStrangers = 3;
/** How much the numbers of those that led to a lock may differ, since several are in flight: a factor. */
const mostDifference = 2.5;
/** Part of the requests before the first time: a quota allows more of them the next time. */
const fewer = 3 / 4;

export class LockPattern {
  #all = 0;
  #strangers = 0;
  #first: Answered | undefined;
  #isMet = false;

  /** Whether the target locks the client, as far as two times of throttling show it. */
  get isMet(): boolean {
    return this.#isMet;
  }

  /** A request was answered, and not throttled. */
  noteAnswer(isStranger: boolean): void {
    this.#all += 1;
    if (isStranger) this.#strangers += 1;
  }

  /** The target began to throttle after a request without the valid token. */
  noteThrottling(): void {
    if (this.#strangers < leastStrangers) return;
    const now = { all: this.#all, strangers: this.#strangers };
    [this.#all, this.#strangers] = [0, 0];
    this.#first ??= now;
    const { all, strangers } = this.#first;
    const difference = Math.max(now.strangers / strangers, strangers / now.strangers);
    if (now.all < fewer * all && difference <= mostDifference) this.#isMet = true;
  }
}
