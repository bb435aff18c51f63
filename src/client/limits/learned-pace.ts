/**
 * How many requests per second a target allows, if it limits them and does not say to how many: measured by its answers while it
 * throttles. Pauses after rejections would cost a rejection each; evenly spaced requests are nearly all answered.
 */
import type { Clock } from '../../core/clock.ts';
import { RateLimiter } from './limits.ts';

/** The answers of this long are counted, ms, and of no less than that. */
const readMs = 5000;
const leastReadMs = 1000;
/** Share of the measured pace that is used, so that few requests are rejected. */
const caution = 0.95;
/** A pace that met no throttling for `afterMs` is multiplied by `factor`. */
interface Growth {
  readonly afterMs: number;
  readonly factor: number;
}
/** The first pace is too low: it was measured between long pauses. */
const firstGrowth: Growth = { afterMs: 2000, factor: 1.3 };
const laterGrowth: Growth = { afterMs: 5000, factor: 1.1 };
/** Requests per second beyond which no pace is kept. */
const fastest = 1000;
/** A target that still throttles at this share of the first pace does not limit the rate. */
const leastShare = 1 / 8;

export class LearnedPace {
  readonly #clock: Clock;
  readonly #limiter: RateLimiter;
  /** When requests were answered lately, ms of {@link Clock.elapsed}; none before the target throttled. */
  #answers: number[] = [];
  #throttledAt: number | undefined;
  #isRateSuspected = false;
  #firstPace: number | undefined;
  #changedAt = 0;
  #growth = firstGrowth;
  readonly #onWait: (ms: number) => void;

  /** @param onWait is told how long each turn delays the run, ms */
  constructor(clock: Clock, onWait: (ms: number) => void) {
    this.#clock = clock;
    this.#onWait = onWait;
    this.#limiter = new RateLimiter(0, clock);
  }

  /** Requests per second; 0 while no pace is known. */
  get perSecond(): number {
    return this.#limiter.perSecond;
  }

  /** A request got an answer other than throttling. */
  noteAnswer(): void {
    if (this.#throttledAt === undefined) return;
    const now = this.#clock.elapsed();
    this.#answers.push(now);
    while (this.#answers[0]! < now - readMs) this.#answers.shift();
  }

  /** A request was throttled. @param isAlone no other was in flight, so that the rate may be what is limited */
  noteThrottling(isAlone: boolean): void {
    this.#throttledAt ??= this.#clock.elapsed();
    this.#isRateSuspected ||= isAlone && !this.#isGivenUp;
  }

  /** A request that was throttled was answered after a pause. One that never is may be throttled for another reason than the rate. */
  noteRecovery(): void {
    if (!this.#isRateSuspected || this.#throttledAt === undefined) return;
    this.#isRateSuspected = false;
    const now = this.#clock.elapsed();
    const readFrom = Math.max(this.#throttledAt, now - readMs);
    this.#answers = this.#answers.filter((at) => at >= readFrom);
    if (this.#answers.length === 0 || now - readFrom < leastReadMs) return;
    if (this.perSecond > 0) this.#growth = laterGrowth;
    const pace = (caution * this.#answers.length * 1000) / (now - readFrom);
    this.#firstPace ??= pace;
    this.#set(pace < leastShare * this.#firstPace ? 0 : pace);
  }

  /** Resolves when the next request may be sent; returns nothing if it may be sent at once. */
  turn(): Promise<void> | undefined {
    if (this.perSecond === 0) return undefined;
    const { afterMs, factor } = this.#growth;
    if (this.#clock.elapsed() - this.#changedAt > afterMs) this.#set(factor * this.perSecond);
    const waitMs = this.#limiter.waitMs;
    // Turns that wait at the same time delay the run by one gap each.
    if (waitMs > 0) this.#onWait(Math.min(waitMs, 1000 / this.perSecond));
    return this.#limiter.turn();
  }

  /** Whether a pace was kept once, and none is kept any more. */
  get #isGivenUp(): boolean {
    return this.#firstPace !== undefined && this.perSecond === 0;
  }

  #set(perSecond: number): void {
    this.#changedAt = this.#clock.elapsed();
    this.#limiter.perSecond = perSecond > fastest ? 0 : perSecond;
  }
}
