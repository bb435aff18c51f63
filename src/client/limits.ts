/** How much may be under way at once, how fast, and when a check has the target to itself. */

/** At most `limit` at a time, first come first served. */
export class Semaphore {
  readonly limit: number;
  #taken = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(limit: number) {
    this.limit = limit;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Nothing to wait for where a place is free: each promise costs, and there are many requests. */
  acquire(): Promise<void> | undefined {
    if (this.#taken >= this.limit) return new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#taken += 1;
    return undefined;
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}

/** Spaces requests evenly: at most `perSecond` a second; 0 is no limit. */
export class RateLimiter {
  readonly #gapMs: number;
  #free = 0;

  constructor(perSecond: number) {
    this.#gapMs = perSecond > 0 ? 1000 / perSecond : 0;
  }

  /** Nothing to wait for where it may be sent at once. */
  turn(): Promise<void> | undefined {
    if (this.#gapMs === 0) return undefined;
    const now = performance.now();
    const at = Math.max(now, this.#free);
    this.#free = at + this.#gapMs;
    return at > now ? new Promise((resolve) => setTimeout(resolve, at - now)) : undefined;
  }
}

/**
 * Many may be inside at once, or one alone. Controls and answers that are taken as "alone" are read with nothing else of
 * ours in flight (soundness rule of the log search); a request made inside `alone` passes through.
 */
export class ExclusiveLock {
  #inside = 0;
  #alone = false;
  #waitingAlone = 0;
  readonly #woken: (() => void)[] = [];

  /** Goes in among the many, at once if nothing is given back; {@link leave} must follow. */
  enter(): Promise<void> | undefined {
    // Who waits to be alone goes first, else a busy run would never let it.
    if (this.#alone || this.#waitingAlone > 0) return this.#sleep().then(() => this.enter());
    this.#inside += 1;
    return undefined;
  }

  leave(): void {
    this.#inside -= 1;
    // Who sleeps waits for the last to leave, or for who is alone.
    if (this.#inside === 0) this.#wake();
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    this.#waitingAlone += 1;
    while (this.#alone || this.#inside > 0) await this.#sleep();
    this.#waitingAlone -= 1;
    this.#alone = true;
    try {
      return await work();
    } finally {
      this.#alone = false;
      this.#wake();
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => this.#woken.push(resolve));
  }

  #wake(): void {
    if (this.#woken.length === 0) return;
    for (const resume of this.#woken.splice(0)) resume();
  }
}
