/**
 * The time that a run has, and pauses that end with it. A run stops sending when its time is over, or when it is stopped,
 * and whatever waits then wakes up: it finds that nothing more is sent, and decides nothing.
 */
import type { Clock } from '../core/clock.ts';
import type { Settings } from '../core/config.ts';

/** Share of the time after which only findings are confirmed. */
export const shareBeforeConfirmations = 0.85;

/** The shorter of the times that the run may take, and the option that gives it; infinite without either. */
export function timeLimitOf({ run }: Pick<Settings, 'run'>): { readonly ms: number; readonly option: string } {
  const { maxTimeMs = Number.POSITIVE_INFINITY, budgetMs = Number.POSITIVE_INFINITY } = run;
  return budgetMs <= maxTimeMs ? { ms: budgetMs, option: '--budget' } : { ms: maxTimeMs, option: '--max-time' };
}

export class RunTime {
  /** As given, with pauses that end when the run does. */
  readonly clock: Clock;
  readonly #inner: Clock;
  readonly #began: number;
  readonly #maxMs: number;
  readonly #sleeping = new Set<() => void>();
  #isEnded = false;

  /** @param maxMs longest run; no limit unless given */
  constructor(clock: Clock, maxMs = Number.POSITIVE_INFINITY) {
    this.#inner = clock;
    this.#began = clock.elapsed();
    this.#maxMs = maxMs;
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
    return this.#maxMs - (this.#inner.elapsed() - this.#began);
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
