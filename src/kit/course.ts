/**
 * The course of one run: which checks do what in which phase, and how what was prepared early joins what is concluded
 * later. Who runs the tasks (vitest for a user's target, the self-test for many in one process) is no matter of it.
 */
import type { Outcome } from '../core/outcome.ts';
import type { Requirement } from '../core/requirement.ts';
import { type Check, decide, type Phase } from './check.ts';
import type { Context } from './context.ts';

/** Tasks of one phase that may be under way at once. */
export const tasksAtOnce = 64;

export interface Task {
  readonly title: string;
  /** The row that the task decides; none where it only prepares a decision. */
  readonly row?: Requirement;
  /** Never throws. Undefined where nothing is decided yet. */
  run(): Promise<Outcome | undefined>;
}

export class Course {
  readonly #context: Context;
  readonly #checks: readonly Check[];
  readonly #prepared = new Map<string, Outcome>();

  constructor(context: Context, checks: readonly Check[]) {
    this.#context = context;
    this.#checks = checks;
  }

  /** What a phase has to do, all at once; phases follow each other. */
  tasks(phase: Phase): Task[] {
    const early = this.#checks.filter((check) => check.options.prepare?.phase === phase);
    const now = this.#checks.filter((check) => (check.options.phase ?? 'main') === phase);
    return [
      ...early.map((check) => ({ title: `${check.row.id} (samples)`, run: () => this.#prepare(check) })),
      ...now.map((check) => ({ title: check.row.id, row: check.row, run: () => this.#conclude(check) })),
    ];
  }

  async #prepare(check: Check): Promise<undefined> {
    const { prepare, limitMs } = check.options;
    this.#prepared.set(check.row.id, await decide(this.#context, check.row, prepare!.work, limitMs));
  }

  async #conclude(check: Check): Promise<Outcome> {
    const before = this.#prepared.get(check.row.id);
    if (before !== undefined && before.verdict !== 'pass' && before.verdict !== 'inconclusive') return before;
    const after = await decide(this.#context, check.row, check.work, check.options.limitMs);
    if (before === undefined || after.verdict === 'fail' || after.verdict === 'error') return after;
    if (before.verdict === 'inconclusive') return before;
    return { ...before, ...after, exchanges: before.exchanges + after.exchanges };
  }
}
