/**
 * The time that a run has, and pauses that end with it. A run stops sending when its time is over, or when it is stopped,
 * and whatever waits then wakes up: it finds that nothing more is sent, and decides nothing.
 */
import type { Clock } from '../../core/clock.ts';
import type { Settings } from '../../core/config.ts';

/** Share of the time after which only findings are confirmed. */
export const shareBeforeConfirmations = 0.85;

export interface TimeLimit {
  /** Infinite without a limit. */
  readonly ms: number;
  /** How much longer the run may take, ms, if a target that throttles made it wait for so long. */
  readonly extraMs: number;
  /** The option that gives it. */
  readonly option: '--budget' | '--max-time';
}

/** The shorter of the times that the run may take. */
export function timeLimitOf({ run }: Pick<Settings, 'run'>): TimeLimit {
  const { maxTimeMs = Number.POSITIVE_INFINITY, budgetMs = Number.POSITIVE_INFINITY, throttledTimeMs = 0 } = run;
  if (budgetMs <= maxTimeMs) return { ms: budgetMs, extraMs: 0, option: '--budget' };
  return { ms: maxTimeMs, extraMs: throttledTimeMs, option: '--max-time' };
}

export class RunTime {
  /** As given, with pauses that end when the run does. */
  readonly clock: Clock;
  readonly #inner: Clock;
  readonly #began: number;
  readonly #maxMs: number;
  readonly #mostExtraMs: number;
  #extraMs = 0;
  /** Lost by requests that are throttled and may still be answered, ms. */
  #lentMs = 0;
  readonly #sleeping = new Set<() => void>();
  #isEnded = false;

  /** @param limit none unless given */
  constructor(clock: Clock, limit: Pick<TimeLimit, 'ms' | 'extraMs'> = { ms: Number.POSITIVE_INFINITY, extraMs: 0 }) {
    this.#inner = clock;
    this.#began = clock.elapsed();
    this.#maxMs = limit.ms;
    this.#mostExtraMs = limit.extraMs;
    // Member by member: a copy of a clock that is an instance of a class would lack its methods.
    this.clock = {
      now: () => clock.now(),
      elapsed: () => clock.elapsed(),
      startTimer: (ms, call) => clock.startTimer(ms, call),
      sleep: (ms) => this.#sleep(ms),
    };
  }

  /** Whether the time is used up. */
  isOver({ confirming }: { readonly confirming: boolean }): boolean {
    if (this.#maxMs === Number.POSITIVE_INFINITY) return false;
    return this.left <= (confirming ? 0 : (1 - shareBeforeConfirmations) * this.#maxMs);
  }

  /** What is left of the time, ms; infinite without a limit. */
  get left(): number {
    if (this.#maxMs === Number.POSITIVE_INFINITY) return this.#maxMs;
    return this.#maxMs + this.extraMs - (this.#inner.elapsed() - this.#began);
  }

  /** What the run got back so far of the time that throttling took, or has on loan, ms. */
  get extraMs(): number {
    return Math.min(this.#extraMs + this.#lentMs, this.#mostExtraMs);
  }

  /** Gives the run back time that it lost because the target throttles, ms, as far as its limit allows. */
  giveBack(ms: number): void {
    this.#extraMs = Math.min(this.#extraMs + ms, this.#mostExtraMs);
  }

  /**
   * Adds time until {@link takeBack}, ms: a run that waits for as long as the target asks must not end before it knows whether the
   * target then answers.
   */
  lend(ms: number): void {
    this.#lentMs += ms;
  }

  takeBack(ms: number): void {
    this.#lentMs -= ms;
  }

  /** Wakes up everything that waits. */
  end(): void {
    this.#isEnded = true;
    for (const wake of [...this.#sleeping]) wake();
  }

  #sleep(ms: number): Promise<void> {
    const most = Math.min(ms, this.left);
    if (this.#isEnded || most <= 0) return Promise.resolve();
    return new Promise((resolve) => {
      const wake = () => {
        this.#sleeping.delete(wake);
        resolve();
      };
      this.#sleeping.add(wake);
      void this.#inner.sleep(most).then(wake);
    });
  }
}
