/** How much may be under way at once, how fast, and when a check has the target to itself. */
import { circumstances, within } from './circumstances.ts';

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

  async acquire(): Promise<void> {
    if (this.#taken < this.limit) {
      this.#taken += 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}

/** Spaces requests evenly: at most `perSecond` a second; 0 is no limit. */
export class Pace {
  readonly #gapMs: number;
  #free = 0;

  constructor(perSecond: number) {
    this.#gapMs = perSecond > 0 ? 1000 / perSecond : 0;
  }

  async turn(): Promise<void> {
    if (this.#gapMs === 0) return;
    const now = performance.now();
    const at = Math.max(now, this.#free);
    this.#free = at + this.#gapMs;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  }
}

/**
 * Many may be inside at once, or one alone. Controls and answers that are taken as "alone" are read with nothing else of
 * ours in flight (soundness rule of the log search); a request made inside `alone` passes through.
 */
export class Quiet {
  #inside = 0;
  #alone = false;
  #waitingAlone = 0;
  readonly #woken: (() => void)[] = [];

  async shared<T>(work: () => Promise<T>): Promise<T> {
    if (circumstances().alone === this) return work();
    // Who waits to be alone goes first, else a busy run would never let it.
    while (this.#alone || this.#waitingAlone > 0) await this.#sleep();
    this.#inside += 1;
    try {
      return await work();
    } finally {
      this.#inside -= 1;
      this.#wake();
    }
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    if (circumstances().alone === this) return work();
    this.#waitingAlone += 1;
    while (this.#alone || this.#inside > 0) await this.#sleep();
    this.#waitingAlone -= 1;
    this.#alone = true;
    try {
      return await within({ alone: this }, work);
    } finally {
      this.#alone = false;
      this.#wake();
    }
  }

  #sleep(): Promise<void> {
    return new Promise((resolve) => this.#woken.push(resolve));
  }

  #wake(): void {
    for (const resume of this.#woken.splice(0)) resume();
  }
}
