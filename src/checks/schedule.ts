/**
 * The course of one run: which checks do what in which phase, and how what was prepared early joins what is concluded
 * later. Who runs the tasks (vitest for a user's target, the self-test for many in one process) is no matter of it.
 */

import type { Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';
import { decide } from './decide.ts';
import type { Check, Phase } from './registry.ts';
import type { RunContext } from './run-context.ts';

/** Tasks of one phase that may be under way at once. */
export const maxConcurrentTasks = 64;

export interface Task {
  readonly title: string;
  /** The row that the task decides; none where it only prepares a decision. */
  readonly requirement?: Requirement;
  /** Never throws. Undefined where nothing is decided yet. */
  run(): Promise<Verdict | undefined>;
}

export class Schedule {
  readonly #context: RunContext;
  readonly #checks: readonly Check[];
  readonly #prepared = new Map<string, Verdict>();

  constructor(context: RunContext, checks: readonly Check[]) {
    this.#context = context;
    this.#checks = checks;
  }

  /** What a phase has to do, all at once; phases follow each other. */
  tasks(phase: Phase): Task[] {
    const early = this.#checks.filter((check) => check.options.prepare?.phase === phase);
    const now = this.#checks.filter((check) => (check.options.phase ?? 'main') === phase);
    return [
      ...early.map((check) => ({ title: `${check.requirement.id} (samples)`, run: () => this.#prepare(check) })),
      ...now.map((check) => ({
        title: check.requirement.id,
        requirement: check.requirement,
        run: () => this.#conclude(check),
      })),
    ];
  }

  async #prepare(check: Check): Promise<undefined> {
    const { prepare, limitMs } = check.options;
    this.#prepared.set(check.requirement.id, await decide(this.#context, check.requirement, prepare!.work, limitMs));
  }

  async #conclude(check: Check): Promise<Verdict> {
    const before = this.#prepared.get(check.requirement.id);
    if (before !== undefined && before.verdict !== 'pass' && before.verdict !== 'inconclusive') return before;
    const { requirement, work, options } = check;
    const after = await decide(this.#context, requirement, work, options.limitMs, before?.exchanges);
    if (before === undefined || after.verdict === 'fail' || after.verdict === 'error') return after;
    if (before.verdict === 'inconclusive') return before;
    return { ...before, ...after };
  }
}
