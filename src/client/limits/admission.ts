/** When a request may be sent: what it waits for before it goes, one limit after another. */
import type { Clock, Timer } from '../../core/clock.ts';
import type { Settings } from '../../core/config.ts';
import type { Operation } from '../../core/operation.ts';
import { LearnedPace } from './learned-pace.ts';
import { type ExclusiveLock, RateLimiter, type Reach, Semaphore } from './limits.ts';
import { sharedTurn } from './shared-pace.ts';

export interface AdmissionScope {
  /** Id of the requirement that is being decided: each has its own places in flight, and its own fresh values. */
  readonly requirement: string;
  /** Sent from within {@link Client.exclusively}: the work holds `lock` for requests of this reach. */
  readonly exclusive?: Reach | undefined;
  /** The lock for exclusive work; that of the connection unless given. */
  readonly lock?: ExclusiveLock;
  /** Where requests of this view are sent one after another. */
  readonly queue?: Semaphore;
  /** The holder of places in flight; the requirement unless given. */
  readonly holder?: symbol;
}

export class Admission {
  readonly #origin: string;
  readonly #lock: ExclusiveLock;
  readonly #clock: Clock;
  readonly #slots: Semaphore;
  readonly #rate: RateLimiter;
  readonly #learned: LearnedPace;
  /** Requirements whose requests go ahead of others. */
  readonly #first = new Set<string>();
  #resumeAt = 0;
  /** Work that all requests wait for; none most of the time. */
  readonly #holds = new Set<Promise<unknown>>();

  /**
   * @param around the lock of the connection, and the clock that ends with the run
   * @param onPaced is told how long keeping to the pace of a target that throttles delays the run, ms
   */
  constructor(
    origin: string,
    { concurrency, rate }: Pick<Settings['run'], 'concurrency' | 'rate'>,
    around: { readonly lock: ExclusiveLock; readonly clock: Clock },
    onPaced: (ms: number) => void,
  ) {
    this.#origin = origin;
    this.#lock = around.lock;
    this.#clock = around.clock;
    this.#slots = new Semaphore(concurrency, around.clock);
    this.#rate = new RateLimiter(rate, around.clock);
    this.#learned = new LearnedPace(around.clock, onPaced);
  }

  /** Halves what may be in flight; see {@link Semaphore.shrink}. */
  shrink(): void {
    this.#slots.shrink();
  }

  /** Sends at most so many requests at once from now on. */
  limitTo(most: number): void {
    this.#slots.limitTo(most);
  }

  /**
   * Sends nothing for that long, ms, and then fewer requests at once: the target throttles.
   * @returns how much longer nothing is sent than before, ms
   */
  slowDown(ms: number): number {
    this.#learned.noteThrottling(this.#slots.isSerial);
    this.shrink();
    const now = this.#clock.elapsed();
    const before = Math.max(this.#resumeAt, now);
    this.#resumeAt = Math.max(before, now + ms);
    return this.#resumeAt - before;
  }

  /** A request got an answer other than throttling. */
  noteAnswer(): void {
    this.#learned.noteAnswer();
  }

  /** A request that was throttled was answered after a pause. */
  noteRecovery(): void {
    this.#learned.noteRecovery();
  }

  /** From now on, requests for this requirement go ahead of waiting requests for others. */
  sendFirst(requirement: string): void {
    this.#first.add(requirement);
  }

  /** Does work during which nothing is sent that asks here for admission. */
  async hold<T>(work: () => Promise<T>): Promise<T> {
    const held = work();
    this.#holds.add(held);
    try {
      return await held;
    } finally {
      this.#holds.delete(held);
    }
  }

  /**
   * Sends as soon as the limits allow it. It awaits only limits that really make it wait: a promise per request and limit would
   * cost too much.
   *
   * @param operation of the request
   * @param isOver whether a pause is not worth waiting for, since nothing more may be sent
   * @param lateAfter after how long, ms, others need not wait for this request; asked when it is sent
   */
  async admit<T>(
    scope: AdmissionScope,
    operation: Operation,
    isOver: () => boolean,
    send: () => Promise<T>,
    lateAfter: () => number | undefined = () => undefined,
  ): Promise<T> {
    const { lock = this.#lock, holder = scope.requirement, exclusive } = scope;
    const isInside = exclusive === 'all' || exclusive === operation;
    const isFirst = exclusive !== undefined || this.#first.has(scope.requirement);
    for (;;) {
      const slot = this.#slots.acquire(holder, isFirst);
      if (slot !== undefined) await slot;
      // The lock is entered with a place in hand, so that exclusive work waits for requests in flight, not for the whole queue.
      const opened = isInside ? undefined : lock.enter(operation, exclusive !== undefined, isFirst);
      if (opened === undefined) break;
      this.#slots.giveBack(holder);
      await opened;
    }
    try {
      const turn = scope.queue?.acquire();
      if (turn !== undefined) await turn;
      let late: Timer | undefined;
      let isLent = false;
      try {
        const pause = this.#pause(isOver);
        if (pause !== undefined) await pause;
        const lateMs = lateAfter();
        if (lateMs !== undefined)
          late = this.#clock.startTimer(lateMs, () => {
            isLent = true;
            this.#slots.lend(holder);
          });
        return await send();
      } finally {
        late?.cancel();
        if (isLent) this.#slots.leaveAfterLending();
        else this.#slots.release(holder);
      }
    } finally {
      scope.queue?.release();
      if (!isInside) lock.leave(operation);
    }
  }

  /** The pause to wait for; undefined most of the time, since a promise would cost more than all other limits. */
  #pause(isOver: () => boolean): Promise<void> | undefined {
    const isFree = this.#holds.size === 0 && this.#resumeAt <= this.#clock.elapsed();
    return isFree ? this.pace() : this.#longPause(isOver);
  }

  async #longPause(isOver: () => boolean): Promise<void> {
    while (this.#resumeAt > this.#clock.elapsed() && !isOver())
      await this.#clock.sleep(this.#resumeAt - this.#clock.elapsed());
    while (this.#holds.size > 0) await Promise.allSettled(this.#holds);
    const paced = this.pace();
    if (paced !== undefined) await paced;
  }

  /** Resolves when the rate allows one more request; undefined if it does at once. */
  pace(): Promise<void> | undefined {
    // Both at once: what the target allows never lifts the rate that was asked for.
    const [learned, rate] = [this.#learned.turn(), this.#rate.turn()];
    const shared = () => sharedTurn(this.#origin);
    return learned === undefined && rate === undefined ? shared() : Promise.all([learned, rate]).then(shared);
  }
}
