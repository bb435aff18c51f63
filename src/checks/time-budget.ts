/**
 * `--budget`: which requirements a run decides within its time. Those that the verdict rests on come first, and among them
 * those that show most faults per request. Asked as each part of a check starts, so that a target that turns out slower
 * than it seemed leaves more out. It ends nothing that is under way: the time limit of the run does.
 */
import { describeDuration } from '../core/duration.ts';
import type { Requirement } from '../core/requirement.ts';
import { costOf, firstPhaseOf } from './check-costs.ts';
import type { Conclusion } from './conclusion.ts';
import { type Check, type Phase, phases } from './registry.ts';
import type { RunContext } from './run-context.ts';

/** Share of the time in which checks start: what is under way then has the rest to end. */
const shareToStart = 0.85;

/** Checks at once: few, so that most start when it is known how long those before them took. */
const mostRunning = 32;

export class TimeBudget {
  readonly #context: RunContext;
  readonly #budgetMs: number;
  readonly #began: number;
  /** The most telling first. */
  readonly ranked: readonly Check[];
  readonly #started = new Set<string>();
  readonly #leftOut = new Set<string>();
  readonly #ended = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(context: RunContext, checks: readonly Check[], budgetMs: number) {
    this.#context = context;
    this.#budgetMs = budgetMs;
    this.#began = context.client.clock.elapsed();
    this.ranked = [...checks].sort((a, b) => rankOf(a.requirement) - rankOf(b.requirement) || yieldOf(b) - yieldOf(a));
  }

  /**
   * Runs a part of a check when its turn comes, if there is time for it; gives undefined where it is left out. What was
   * prepared is concluded, and what was left out once stays out.
   */
  async run<T>({ requirement: { id }, options }: Check, phase: Phase, part: () => Promise<T>): Promise<T | undefined> {
    if (this.#running >= mostRunning) await new Promise<void>((start) => this.#waiting.push(start));
    this.#running += 1;
    try {
      if (!this.#started.has(id) && (this.#leftOut.has(id) || !this.#affordable(phase).has(id))) {
        this.#leftOut.add(id);
        return undefined;
      }
      this.#started.add(id);
      return await part();
    } finally {
      if ((options.phase ?? 'main') === phase) this.#ended.add(id);
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }

  leftOut(): Conclusion {
    return {
      verdict: 'inconclusive',
      message: `left out: other requirements decide more within the budget of ${describeDuration(this.#budgetMs)}`,
      wouldDecide: 'a longer --budget',
      setting: '--budget',
    };
  }

  /** Ids of what fits into the time that is left, as far as responses take as long as they did lately. */
  #affordable(phase: Phase): ReadonlySet<string> {
    const { latencies, settings } = this.#context;
    const { concurrency, rate, depth } = settings.run;
    const leftMs = shareToStart * this.#budgetMs - (this.#context.client.clock.elapsed() - this.#began);
    const phaseMs = leftMs * this.#shareOf(phase);
    let requestsMs = leftMs;
    const msPerRequest = Math.max(latencies.usualMs / concurrency, rate > 0 ? 1000 / rate : 0);
    const fitting = new Set<string>();
    for (const check of this.ranked) {
      const { id } = check.requirement;
      if (this.#ended.has(id) || this.#leftOut.has(id)) continue;
      const { requests, rounds } = costOf(check, depth);
      const costMs = requests * msPerRequest;
      const waitsMs = rounds * latencies.usualMs;
      const isTooLong = firstPhaseOf(check) === phase && waitsMs > phaseMs;
      if ((costMs > requestsMs || isTooLong) && !isFoundation(check)) continue;
      requestsMs -= costMs;
      fitting.add(id);
    }
    return fitting;
  }

  /** Share of the phase in what its requirements and those of later phases wait for responses. */
  #shareOf(phase: Phase): number {
    const roundsIn = (one: Phase) =>
      Math.max(0, ...this.ranked.filter((check) => firstPhaseOf(check) === one).map((check) => costOf(check).rounds));
    const later = phases.slice(phases.indexOf(phase)).reduce((sum, one) => sum + roundsIn(one), 0);
    return later === 0 ? 1 : roundsIn(phase) / later;
  }
}

/** Without the valid request of an operation, nothing else about it proves anything. */
const isFoundation = ({ requirement }: Check): boolean => requirement.id.endsWith('/accepts-valid');

/** What the verdict of the run rests on, then what the target declares, then advice. */
function rankOf({ level }: Requirement): number {
  return { stated: 0, derived: 0, declared: 1, advisory: 2 }[level];
}

/** Faults that its requests show, per request; a requirement decides something even where no fault is known. */
function yieldOf(check: Check): number {
  const { requests, faults } = costOf(check);
  return (1 + faults) / Math.max(requests, 0.5);
}
