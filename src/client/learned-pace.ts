/**
 * The pace that a target allows which limits the rate of requests and does not say it: read from what it answers while it
 * throttles. A pause after each rejection would spend as many requests on rejections; evenly spaced ones are nearly all answered.
 */
import type { Clock } from '../core/clock.ts';
import { RateLimiter } from './limits.ts';

/** The pace is read from the answers of so long, ms, of which so much must have passed. */
const readMs = 5000;
const leastReadMs = 1000;
/** Factor on the pace that was read: less than what is allowed is rejected less. */
const caution = 0.95;
/** How long without throttling until a faster pace is tried, ms, and how much faster it is. */
interface Growth {
  readonly afterMs: number;
  readonly factor: number;
}
/** The first pace was read while pauses were longer than the target asked for. */
const firstGrowth: Growth = { afterMs: 2000, factor: 1.3 };
const laterGrowth: Growth = { afterMs: 5000, factor: 1.1 };
/** Requests per second beyond which no pace is kept. */
const fastest = 1000;
/** A target that throttles at this share of the first pace, too, does not limit the rate. */
const leastShare = 1 / 8;

export class LearnedPace {
  readonly #clock: Clock;
  readonly #limiter: RateLimiter;
  /** When requests were answered lately, ms of {@link Clock.elapsed}; since the target throttled first. */
  #answers: number[] = [];
  #throttledAt: number | undefined;
  #isRateSuspected = false;
  #firstPace: number | undefined;
  #changedAt = 0;
  #growth = firstGrowth;
  readonly #onWait: (ms: number) => void;

  /** @param onWait hears how much longer the run takes for each turn, ms */
  constructor(clock: Clock, onWait: (ms: number) => void) {
    this.#clock = clock;
    this.#onWait = onWait;
    this.#limiter = new RateLimiter(0, clock);
  }

  /** Requests per second; 0 while no pace is known. */
  get perSecond(): number {
    return this.#limiter.perSecond;
  }

  /** A request was answered, and not with throttling. */
  noteAnswer(): void {
    if (this.#throttledAt !== undefined) this.#answers.push(this.#clock.elapsed());
  }

  /** A request was throttled. @param isAlone no other was in flight, so that it may be the rate that is limited */
  noteThrottling(isAlone: boolean): void {
    this.#throttledAt ??= this.#clock.elapsed();
    this.#isRateSuspected ||= isAlone && !this.#isGivenUp;
  }

  /** A request that was throttled was answered after a pause: others may be throttled whatever the rate. */
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
    // Of turns that wait at once, each makes the run wait for one gap.
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
