/**
 * `--budget`: which requirements a run decides within its time. The cheapest come first: a check is left out if there is no
 * time for it beside those that are under way and all cheaper ones still to come. This is decided as each check starts: if the
 * target turns out to be slower than it seemed, more is left out. A check that has started is not stopped here: the time limit of
 * the run does that.
 */
import { shareBeforeConfirmations } from '../../client/index.ts';
import { describeDuration } from '../../core/duration.ts';
import type { Conclusion } from '../conclusion.ts';
import type { Check } from '../registry.ts';
import type { RunContext } from '../run-context.ts';
import { costOf } from './check-costs.ts';
import type { RequirementCost } from './requirement-costs.ts';

export class TimeBudget {
  readonly #context: RunContext;
  readonly #budgetMs: number;
  readonly #began: number;
  /** Checks that have not started and are not left out, cheapest first. */
  readonly #toCome: Set<Check>;
  readonly #underWay = new Set<Check>();
  readonly #leftOut = new Set<Check>();

  constructor(context: RunContext, checks: readonly Check[], budgetMs: number) {
    this.#context = context;
    this.#budgetMs = budgetMs;
    this.#began = context.client.clock.elapsed();
    this.#toCome = new Set(checks.toSorted((a, b) => this.#costOf(a).requests - this.#costOf(b).requests));
  }

  /**
   * Runs a part of a check if there is time for it; gives undefined if it is left out. What was prepared is concluded, and what
   * was left out once stays out.
   */
  async run<T>(check: Check, part: () => Promise<T>): Promise<T | undefined> {
    if (this.#toCome.has(check)) {
      (this.#canEnd(check) ? this.#underWay : this.#leftOut).add(check);
      this.#toCome.delete(check);
    }
    return this.#leftOut.has(check) ? undefined : part();
  }

  /** The check has sent its last request. */
  end(check: Check): void {
    this.#underWay.delete(check);
  }

  leftOut(): Conclusion {
    return {
      verdict: 'inconclusive',
      message: `left out: it would not have ended within the budget of ${describeDuration(this.#budgetMs)}`,
      wouldDecide: 'a longer --budget',
      setting: '--budget',
    };
  }

  /** Whether its responses will arrive in the time that is left, if they take as long as recent ones did. */
  #canEnd(check: Check): boolean {
    const { client, latencies, settings } = this.#context;
    const { concurrency, rate } = settings.run;
    const { requests, rounds } = this.#costOf(check);
    // What judges the traffic of the run needs no time: its rounds are those of other checks.
    if (requests === 0 || isFoundation(check)) return true;
    const leftMs = shareBeforeConfirmations * this.#budgetMs - (client.clock.elapsed() - this.#began);
    const msPerRequest = Math.max(latencies.usualMs / concurrency, rate > 0 ? 1000 / rate : 0);
    return Math.max(this.#requestsUpTo(check) * msPerRequest, rounds * latencies.usualMs) <= leftMs;
  }

  /** How many requests are needed by this check, those under way and the cheaper ones still to come. */
  #requestsUpTo(check: Check): number {
    const toCome = [...this.#toCome];
    const before = [...this.#underWay, ...toCome.slice(0, toCome.indexOf(check) + 1)];
    return before.reduce((sum, one) => sum + this.#costOf(one).requests, 0);
  }

  #costOf(check: Check): RequirementCost {
    return costOf(check, this.#context.settings.run.depth);
  }
}

/** Without the valid request of an operation, nothing else about it proves anything. */
const isFoundation = ({ requirement }: Check): boolean => requirement.id.endsWith('/accepts-valid');
