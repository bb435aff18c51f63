/** Limits on sending: how many requests at once, how many per second, and when one check has the target to itself. */

/** At most `limit` holders at a time, first come, first served. */
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

  /** Takes a place. Returns nothing if one is free: a promise per request would cost too much. */
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

/** Spaces requests evenly. */
export class RateLimiter {
  readonly #gapMs: number;
  #free = 0;

  /** @param perSecond 0 for no limit */
  constructor(perSecond: number) {
    this.#gapMs = perSecond > 0 ? 1000 / perSecond : 0;
  }

  /** Resolves when the next request may be sent; returns nothing if it may be sent at once. */
  turn(): Promise<void> | undefined {
    if (this.#gapMs === 0) return undefined;
    const now = performance.now();
    const at = Math.max(now, this.#free);
    this.#free = at + this.#gapMs;
    return at > now ? new Promise((resolve) => setTimeout(resolve, at - now)) : undefined;
  }
}

/**
 * Many may hold it together, or one alone. Controlled reads run alone, so that no other request of this run explains a
 * difference. Requests sent by the work that runs alone do not enter: they would wait for themselves.
 */
export class ExclusiveLock {
  #shared = 0;
  #alone = false;
  #waitingAlone = 0;
  readonly #sleepers: (() => void)[] = [];

  /** Enters together with others; returns nothing if that is possible at once. {@link leave} must follow. */
  enter(): Promise<void> | undefined {
    // Work that waits to run alone goes first: a busy run would otherwise never let it.
    if (this.#alone || this.#waitingAlone > 0) return this.#sleep().then(() => this.enter());
    this.#shared += 1;
    return undefined;
  }

  leave(): void {
    this.#shared -= 1;
    // Sleepers wait until the last one has left, or until the work that runs alone has ended.
    if (this.#shared === 0) this.#wake();
  }

  /** Waits until nobody else is inside, then runs `work` with the lock closed to all others. */
  async runAlone<T>(work: () => Promise<T>): Promise<T> {
    this.#waitingAlone += 1;
    while (this.#alone || this.#shared > 0) await this.#sleep();
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
    return new Promise((resolve) => this.#sleepers.push(resolve));
  }

  #wake(): void {
    if (this.#sleepers.length === 0) return;
    for (const resume of this.#sleepers.splice(0)) resume();
  }
}
