/** Limits on sending: how many requests at once, how many per second, and when one check has the target to itself. */
import { type Clock, systemClock } from '../../core/clock.ts';
import type { Operation } from '../../core/operation.ts';
import { FairQueue, type Holder } from './fair-queue.ts';

/** Holders that came and went without a shrink, per place, after which one more place is opened. */
const holdersUntilGrowth = 8;
/** How often that number doubles at most: each time that the limit shrinks after it has grown by one. */
const mostDoublings = 6;
/** Places that are open at first: how much the target can take is not known. */
const firstPlaces = 8;
/** The same until the limit shrinks for the first time: it doubles. */
const holdersUntilDoubling = 2;
/** Least time between two shrinks, ms: requests in flight when the limit shrank meet the same throttle. */
const shrinkPauseMs = 500;

/**
 * At most `limit` places in use at a time; a {@link FairQueue} says who is next. It begins with a few places and doubles them up
 * to the limit.
 * The places halve if the target throttles, its response times rise or a request times out, and grow back one by one.
 */
export class Semaphore {
  #most: number;
  readonly #clock: Clock;
  #limit: number;
  #taken = 0;
  /** Holders that stay without a place. */
  #lent = 0;
  #served = 0;
  #hasShrunk = false;
  #hasGrownAgain = false;
  #doublings = 0;
  #shrunkAt = Number.NEGATIVE_INFINITY;
  readonly #queue = new FairQueue();
  /** Places that each holder has, or waits for. */
  readonly #wanted = new Map<Holder, number>();

  constructor(limit: number, clock = systemClock) {
    this.#most = limit;
    this.#clock = clock;
    this.#limit = Math.min(limit, firstPlaces);
  }

  /** Places that are open now. */
  get limit(): number {
    return this.#limit;
  }

  /** Lowers the most places that there ever are. */
  limitTo(most: number): void {
    this.#most = Math.min(this.#most, most);
    this.#limit = Math.min(this.#limit, most);
  }

  /** Halves the limit; at least one place stays. */
  shrink(): void {
    const now = this.#clock.elapsed();
    if (now - this.#shrunkAt < shrinkPauseMs) return;
    this.#shrunkAt = now;
    this.#served = 0;
    this.#hasShrunk = true;
    // The place that was opened last was one too many.
    if (this.#hasGrownAgain) this.#doublings = Math.min(this.#doublings + 1, mostDoublings);
    this.#hasGrownAgain = false;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
  }

  /** Whether only one holder at a time is inside, and was so already when the requests now being answered were sent. */
  get isSerial(): boolean {
    return this.#limit === 1 && this.#clock.elapsed() - this.#shrunkAt >= shrinkPauseMs;
  }

  get taken(): number {
    return this.#taken;
  }

  /**
   * Takes a place. Returns nothing if one is free: a promise per request would cost too much.
   * @param isFirst others wait for the work of this holder, so that it goes before all that wait for a place
   */
  acquire(holder: Holder = '', isFirst = false): Promise<void> | undefined {
    this.#wanted.set(holder, this.#wantedBy(holder) + 1);
    if (!this.#hasPlace) return new Promise<void>((enter) => this.#queue.add(holder, isFirst, enter));
    this.#taken += 1;
    return undefined;
  }

  /** Returns a place that was not used. */
  giveBack(holder: Holder = ''): void {
    this.#free(holder);
  }

  /** @param holder who took the place */
  release(holder: Holder = ''): void {
    this.#served += 1;
    if (this.#limit < this.#most) this.#grow();
    this.#free(holder);
  }

  /**
   * Frees the place of a holder that stays, so that others need not wait for it; no more are inside than the most places.
   * {@link leaveAfterLending} follows instead of {@link release}.
   */
  lend(holder: Holder = ''): void {
    this.#lent += 1;
    this.#free(holder);
  }

  leaveAfterLending(): void {
    this.#lent -= 1;
    this.#serve();
  }

  #free(holder: Holder): void {
    this.#taken -= 1;
    const left = this.#wantedBy(holder) - 1;
    if (left > 0) this.#wanted.set(holder, left);
    else this.#wanted.delete(holder);
    this.#serve();
  }

  #serve(): void {
    while (this.#hasPlace && !this.#queue.isEmpty) {
      const enter = this.#queue.take((holder) => this.#wantedBy(holder));
      this.#taken += 1;
      enter?.();
    }
  }

  get #hasPlace(): boolean {
    return this.#taken < this.#limit && this.#taken + this.#lent < this.#most;
  }

  #wantedBy(holder: Holder): number {
    return this.#wanted.get(holder) ?? 0;
  }

  #grow(): void {
    const holders = this.#hasShrunk ? holdersUntilGrowth * 2 ** this.#doublings : holdersUntilDoubling;
    if (this.#served < holders * this.#limit) return;
    this.#served = 0;
    this.#hasGrownAgain = this.#hasShrunk;
    this.#limit = this.#hasShrunk ? this.#limit + 1 : Math.min(2 * this.#limit, this.#most);
  }
}

/** Spaces requests evenly. */
export class RateLimiter {
  /** 0 for no limit. */
  perSecond: number;
  readonly #clock: Clock;
  #free = 0;

  /** @param perSecond 0 for no limit */
  constructor(perSecond: number, clock = systemClock) {
    this.#clock = clock;
    this.perSecond = perSecond;
  }

  /** How long the next request has to wait, ms. */
  get waitMs(): number {
    return this.perSecond === 0 ? 0 : Math.max(0, this.#free - this.#clock.elapsed());
  }

  /** Resolves when the next request may be sent; returns nothing if it may be sent at once. */
  turn(): Promise<void> | undefined {
    if (this.perSecond === 0) return undefined;
    const { waitMs } = this;
    this.#free = this.#clock.elapsed() + waitMs + 1000 / this.perSecond;
    return waitMs > 0 ? this.#clock.sleep(waitMs) : undefined;
  }
}

/** One holder at a time: first the one that had the fewest turns. */
export class TurnsByHolder {
  readonly #turns = new Map<string, number>();
  readonly #waiting: { readonly holder: string; readonly enter: () => void }[] = [];
  #isTaken = false;

  async run<T>(holder: string, work: () => Promise<T>): Promise<T> {
    if (this.#isTaken) await new Promise<void>((enter) => this.#waiting.push({ holder, enter }));
    this.#isTaken = true;
    this.#turns.set(holder, this.#turnsOf(holder) + 1);
    try {
      return await work();
    } finally {
      this.#isTaken = false;
      this.#serve();
    }
  }

  #turnsOf(holder: string): number {
    return this.#turns.get(holder) ?? 0;
  }

  #serve(): void {
    const fewest = Math.min(...this.#waiting.map(({ holder }) => this.#turnsOf(holder)));
    const at = this.#waiting.findIndex(({ holder }) => this.#turnsOf(holder) === fewest);
    const [next] = at === -1 ? [] : this.#waiting.splice(at, 1);
    // Taken before it runs: nobody else may come in between.
    if (next !== undefined) this.#isTaken = true;
    next?.enter();
  }
}

/** Which requests exclusive work keeps out: those of all operations, or of one. */
export type Reach = Operation | 'all';

/**
 * Many may hold it together, or one alone. Controlled reads run alone, so that no other request of this run explains a
 * difference. Work that only requests of one operation can disturb runs alone among those, and other requests go on. Requests
 * sent by the work that runs alone do not enter: they would wait for themselves.
 */
export class ExclusiveLock {
  readonly #inside = new Map<Operation, number>();
  #alone: Reach | undefined;
  readonly #waitingAlone: Reach[] = [];
  readonly #sleepers: (() => void)[] = [];

  /**
   * Enters together with others; {@link leave} must follow. Where that is not possible yet, returns what to await before
   * trying again.
   * @param isOfWorkAlone sent by the work that runs alone, to an operation beyond its reach: what waits to run alone waits for it
   * @param isFirst tries again before all others
   */
  enter(operation: Operation, isOfWorkAlone = false, isFirst = false): Promise<void> | undefined {
    // Work that waits to run alone goes first: a busy run would otherwise never let it.
    const isKeptOut = (reach: Reach) => reach === 'all' || reach === operation;
    if (this.#alone !== undefined && isKeptOut(this.#alone)) return this.#sleep(isFirst);
    if (!isOfWorkAlone && this.#waitingAlone.some(isKeptOut)) return this.#sleep(isFirst);
    this.#inside.set(operation, this.#countInside(operation) + 1);
    return undefined;
  }

  leave(operation: Operation): void {
    this.#inside.set(operation, this.#countInside(operation) - 1);
    // Sleepers wait until the last one has left, or until the work that runs alone has ended.
    if (this.#alone === undefined && this.#waitingAlone.some((reach) => this.#isEmpty(reach))) this.#wake();
  }

  /** Waits until nobody else is inside, then runs `work` with the lock closed to all others within its reach. */
  async runAlone<T>(work: () => Promise<T>, reach: Reach = 'all'): Promise<T> {
    this.#waitingAlone.push(reach);
    while (this.#alone !== undefined || !this.#isEmpty(reach)) await this.#sleep();
    this.#waitingAlone.splice(this.#waitingAlone.indexOf(reach), 1);
    this.#alone = reach;
    try {
      return await work();
    } finally {
      this.#alone = undefined;
      this.#wake();
    }
  }

  #countInside(operation: Operation): number {
    return this.#inside.get(operation) ?? 0;
  }

  #isEmpty(reach: Reach): boolean {
    return reach === 'all' ? [...this.#inside.values()].every((count) => count === 0) : this.#countInside(reach) === 0;
  }

  #sleep(isFirst = false): Promise<void> {
    return new Promise((resolve) => this.#sleepers[isFirst ? 'unshift' : 'push'](resolve));
  }

  #wake(): void {
    if (this.#sleepers.length === 0) return;
    for (const resume of this.#sleepers.splice(0)) resume();
  }
}
