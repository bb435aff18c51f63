/**
 * `--budget`: which requirements a run decides within its time. A check that could not get all of its responses before the run
 * stops sending is left out, which leaves the time to the others. This is decided as each check starts: if the target turns out
 * slower than it seemed, more is left out. Nothing under way is ended here: the time limit of the run does that.
 */
import { shareBeforeConfirmations } from '../../client/index.ts';
import { describeDuration } from '../../core/duration.ts';
import type { Conclusion } from '../conclusion.ts';
import type { Check } from '../registry.ts';
import type { RunContext } from '../run-context.ts';
import { costOf } from './check-costs.ts';

export class TimeBudget {
  readonly #context: RunContext;
  readonly #budgetMs: number;
  readonly #began: number;
  readonly #started = new Set<string>();
  readonly #leftOut = new Set<string>();

  constructor(context: RunContext, budgetMs: number) {
    this.#context = context;
    this.#budgetMs = budgetMs;
    this.#began = context.client.clock.elapsed();
  }

  /**
   * Runs a part of a check if there is time for it; gives undefined where it is left out. What was prepared is concluded, and what
   * was left out once stays out.
   */
  async run<T>(check: Check, part: () => Promise<T>): Promise<T | undefined> {
    const { id } = check.requirement;
    if (!this.#started.has(id) && (this.#leftOut.has(id) || !this.#canEnd(check))) {
      this.#leftOut.add(id);
      return undefined;
    }
    this.#started.add(id);
    return part();
  }

  leftOut(): Conclusion {
    return {
      verdict: 'inconclusive',
      message: `left out: it would not have ended within the budget of ${describeDuration(this.#budgetMs)}`,
      wouldDecide: 'a longer --budget',
      setting: '--budget',
    };
  }

  /** Whether its requests are answered in the time that is left, as far as responses take as long as they did lately. */
  #canEnd(check: Check): boolean {
    const { client, latencies, settings } = this.#context;
    const { concurrency, rate, depth } = settings.run;
    const leftMs = shareBeforeConfirmations * this.#budgetMs - (client.clock.elapsed() - this.#began);
    const { requests, rounds } = costOf(check, depth);
    // What judges the traffic of the run needs no time: its rounds are those of other checks.
    if (requests === 0 || isFoundation(check)) return true;
    const msPerRequest = Math.max(latencies.usualMs / concurrency, rate > 0 ? 1000 / rate : 0);
    return Math.max(requests * msPerRequest, rounds * latencies.usualMs) <= leftMs;
  }
}

/** Without the valid request of an operation, nothing else about it proves anything. */
const isFoundation = ({ requirement }: Check): boolean => requirement.id.endsWith('/accepts-valid');
