/**
 * The tasks of one run: which checks do what in which phase, and how what was prepared early joins what is concluded later.
 * It leaves running them to others: vitest for a user's target, the self-test for many in one process.
 */
import { ExchangeTally } from '../../client/index.ts';
import { forEachConcurrently } from '../../core/concurrency.ts';
import { isFromSpecification, type Level, type Requirement } from '../../core/requirement.ts';
import type { Verdict } from '../../core/verdict.ts';
import { Confirmation } from '../confirmation/confirmation.ts';
import { type Ending, runToEnd, verdictOf } from '../decide.ts';
import { Effort } from '../effort.ts';
import { type Check, type CheckFunction, type Phase, phases } from '../registry.ts';
import { type RunContext, sparingContext } from '../run-context.ts';
import { costOf, keptForLater } from './check-costs.ts';
import { overlap } from './overlap.ts';
import type { CheckTask, Decided, Task } from './task.ts';
import { TimeBudget } from './time-budget.ts';

/** Requests at depth standard up to which a check does not delay the others. */
const cheapRequests = 8;
/** Tasks of one stage that may be under way at once. */
export const maxConcurrentTasks = 64;

/** Why a finding is reported without running its check again; undefined if the check does run again. */
function whyNotRepeated(options: Check['options'], level: Level, phase: Phase): string | undefined {
  if (level === 'advisory') return 'it is only advice';
  if (phase === 'closing') return 'it lies in exchanges of the whole run, which are in the past';
  return options.confirmsItself === true ? 'the check itself requires it to show twice' : undefined;
}

/** How checks send, and how what they find is confirmed. */
interface Manner {
  readonly context: RunContext;
  readonly confirmation: Confirmation;
}

/** Tasks that may run at the same time. */
export interface Stage<T = Task> {
  /** The phases of its tasks. */
  readonly title: string;
  readonly tasks: readonly T[];
}

export class Schedule {
  readonly #context: RunContext;
  readonly #checks: readonly Check[];
  readonly #usual: Manner;
  /** For checks whose requests without the valid token met a ban of the target. */
  readonly #sparing: Manner;
  /** Their ids. */
  readonly #banned = new Set<string>();
  /** Checks of stated and derived requirements that are running. */
  readonly #demanded = new Set<Promise<unknown>>();
  readonly #budget: TimeBudget | undefined;
  /** Ids of requirements whose verdict is final, or being worked out. */
  readonly #decided = new Set<string>();
  /** By requirement. One tally spans both phases, so that an exchange used in both counts once. */
  readonly #prepared = new Map<
    string,
    { readonly tally: ExchangeTally; readonly ending: Ending; readonly ms: number }
  >();

  constructor(context: RunContext, checks: readonly Check[]) {
    const { client, settings } = context;
    const { budgetMs, depth } = settings.run;
    this.#context = context;
    this.#budget = budgetMs === undefined ? undefined : new TimeBudget(context, checks, budgetMs);
    this.#checks = checks;
    client.expect(checks.reduce((sum, check) => sum + costOf(check, depth).requests, 0));
    this.#usual = { context, confirmation: new Confirmation(context) };
    const sparing = sparingContext(context);
    this.#sparing = { context: sparing, confirmation: new Confirmation(sparing) };
  }

  /** All tasks of the run, one stage after another. */
  stages(): readonly Stage[] {
    return this.#stagesOfChecks().map((stage) => this.#watched(stage));
  }

  #stagesOfChecks(): readonly Stage<CheckTask>[] {
    const { depth, seed } = this.#context.settings.run;
    if (new Effort(depth, seed).isLean) return this.#stagesOfFew();
    const stageOf = (phase: Phase): Stage<CheckTask> => ({ title: phase, tasks: this.#tasks(this.#checks, phase) });
    const [opening, rightCodes, main, ...later] = phases;
    const both = overlap(stageOf(rightCodes).tasks, stageOf(main).tasks);
    return [stageOf(opening), { title: `${rightCodes} and ${main}`, tasks: both }, ...later.map(stageOf)];
  }

  /**
   * Where requests are few, what the verdict rests on comes before what only the target declares, and advice. Requests that must
   * be rejected for their token share their positive controls.
   */
  #stagesOfFew(): Stage<CheckTask>[] {
    const decides = ({ requirement: { level, area } }: Check) => isFromSpecification(level) || area === 'auth';
    const parts = [this.#checks.filter(decides), this.#checks.filter((check) => !decides(check))];
    return phases.flatMap((phase) => parts.map((checks) => ({ title: phase, tasks: this.#tasks(checks, phase) })));
  }

  /** The stage with a task more, which reports what all traffic shows as soon as it does, and ends with the last of the others. */
  #watched({ title, tasks }: Stage<CheckTask>): Stage {
    if (tasks.length === 0 || !this.#checks.some(({ requirement }) => requirement.watches === true))
      return { title, tasks };
    let running = 0;
    let endAll = (): void => {};
    const end = new Promise<'end'>((resolve) => {
      endAll = () => resolve('end');
    });
    const counted = tasks.map((task) => ({
      ...task,
      run: async () => {
        running += 1;
        try {
          return await task.run();
        } finally {
          running -= 1;
          if (running === 0) endAll();
        }
      },
    }));
    const watch: Task = { title: 'all traffic', waitsForOthers: true, run: () => this.#watch(end) };
    return { title, tasks: [watch, ...counted] };
  }

  async #watch(end: Promise<'end'>): Promise<readonly Decided[]> {
    for (;;) {
      const isOver = await Promise.race([end, this.#context.traffic.nextShown()]);
      const decided = await this.#settled();
      if (isOver === 'end' || decided.length > 0) return decided;
    }
  }

  #tasks(checks: readonly Check[], phase: Phase): CheckTask[] {
    const early = checks.filter((check) => check.options.prepare?.phase === phase);
    const now = checks.filter((check) => (check.options.phase ?? 'main') === phase);
    return [
      ...early.map((check) => ({
        title: `${check.requirement.id} (samples)`,
        requirement: check.requirement,
        run: async () => {
          await this.#ifAffordable(check, () => this.#prepare(check));
          return this.#settled();
        },
      })),
      ...now.map((check) => ({
        title: check.requirement.id,
        requirement: check.requirement,
        run: async () => {
          if (!this.#claim(check)) return this.#settled();
          const verdict = await this.#ifAffordable(check, () => this.#conclude(check));
          return [[check.requirement, verdict ?? this.#leaveOut(check)] as const, ...(await this.#settled())];
        },
      })),
    ];
  }

  /** Claims the check for the caller, which then concludes it; false if another task did so before. */
  #claim({ requirement: { id } }: Check): boolean {
    if (this.#decided.has(id)) return false;
    this.#decided.add(id);
    return true;
  }

  /** Verdicts that need not wait for their phase: findings of a preparation, and violations seen in all traffic. */
  async #settled(): Promise<readonly Decided[]> {
    const { traffic } = this.#context;
    const settled = this.#checks.filter((check) => {
      const { id, watches } = check.requirement;
      const prepared = this.#prepared.get(id);
      const { prepare } = check.options;
      // The preparation may show the violation with a smaller request.
      const isOver = prepare === undefined || prepare.onlySends === true || prepared !== undefined;
      const isShown = watches === true && isOver && traffic.hasShown(id);
      return (isShown || isFinal(prepared?.ending)) && this.#claim(check);
    });
    return Promise.all(settled.map(async (check) => [check.requirement, await this.#conclude(check)] as const));
  }

  #ifAffordable<T>(check: Check, work: () => Promise<T>): Promise<T | undefined> {
    return this.#budget === undefined ? work() : this.#budget.run(check, work);
  }

  #leaveOut({ requirement }: Check): Verdict {
    return verdictOf(this.#context, requirement, this.#budget!.leftOut(), 0);
  }

  async #prepare(check: Check): Promise<undefined> {
    const { phase, work } = check.options.prepare!;
    const tally = new ExchangeTally();
    const { clock } = this.#context.client;
    const started = clock.elapsed();
    const ending = await this.#run(check, phase, work, tally);
    this.#prepared.set(check.requirement.id, { tally, ending, ms: clock.elapsed() - started });
  }

  async #conclude(check: Check): Promise<Verdict> {
    const { clock } = this.#context.client;
    const started = clock.elapsed();
    const before = this.#prepared.get(check.requirement.id) ?? { tally: new ExchangeTally(), ending: undefined, ms: 0 };
    const { tally, ending: prepared } = before;
    const ending = isFinal(prepared)
      ? prepared
      : joined(prepared, await this.#run(check, check.options.phase ?? 'main', check.work, tally));
    const ms = Math.round(before.ms + clock.elapsed() - started);
    this.#budget?.end(check);
    return { ...verdictOf(this.#context, check.requirement, ending, tally.count), ms };
  }

  /** Where time is short, requirements of the specification come first, together with those that send few requests. */
  async #run(check: Check, phase: Phase, work: CheckFunction, tally: ExchangeTally): Promise<Ending> {
    const run = () => this.#runUnlessBanned(check, phase, work, tally);
    if (!isFromSpecification(check.requirement.level)) {
      if (costOf(check).requests > cheapRequests && this.#context.client.isShortOfTime)
        await Promise.all(this.#demanded);
      return run();
    }
    const running = run();
    this.#demanded.add(running);
    return running.finally(() => this.#demanded.delete(running));
  }

  async #runUnlessBanned(check: Check, phase: Phase, work: CheckFunction, tally: ExchangeTally): Promise<Ending> {
    const { id, level } = check.requirement;
    this.#context.client.keepForLater(keptForLater(this.#checks, phase, this.#context.settings.run));
    if (!this.#banned.has(id)) {
      const ending = await this.#runIn(this.#usual, check, phase, work, tally);
      const isBanned = ending.verdict === 'inconclusive' && ending.notSent === 'banned';
      if (ending.verdict === 'fail' || !(isBanned || this.#context.client.troubles.hasMetBan(id))) return ending;
      this.#banned.add(id);
    }
    // A ban may leave time for stated and derived requirements only.
    if (!isFromSpecification(level)) await Promise.all(this.#demanded);
    return this.#runIn(this.#sparing, check, phase, work, tally);
  }

  async #runIn(
    { context, confirmation }: Manner,
    { requirement, options }: Check,
    phase: Phase,
    work: CheckFunction,
    tally: ExchangeTally,
  ): Promise<Ending> {
    const ending = await runToEnd(context, requirement, work, tally, options.limitMs);
    const confirmable = { requirement, work, limitMs: options.limitMs, tally };
    const isOpen = ending.verdict === 'inconclusive' && ending.logChanged === true;
    if (isOpen && context.settings.run.depth !== 'quick') return confirmation.seekWithinWindow(confirmable, ending);
    if (ending.verdict !== 'fail') return ending;
    const notRepeated = whyNotRepeated(options, ending.level ?? requirement.level, phase);
    return notRepeated === undefined
      ? confirmation.confirm(confirmable, ending)
      : confirmation.reportUnrepeated(confirmable, ending, notRepeated);
  }
}

/**
 * Runs a schedule in this process, stage after stage, and passes on each verdict.
 * @param isStopped asked before each task; no other one starts once it is true
 */
export async function runSchedule(
  schedule: Schedule,
  onVerdict: (requirement: Requirement, verdict: Verdict) => void,
  isStopped: () => boolean = () => false,
): Promise<void> {
  for (const { tasks } of schedule.stages())
    await forEachConcurrently(tasks, maxConcurrentTasks, async ({ run }) => {
      if (isStopped()) return;
      for (const [requirement, verdict] of await run()) onVerdict(requirement, verdict);
    });
}

/** Whether no later task can change the verdict. An advisory finding may still become one that fails the gate. */
function isFinal(before: Ending | undefined): before is Ending {
  if (before === undefined || before.verdict === 'pass' || before.verdict === 'inconclusive') return false;
  return before.verdict !== 'fail' || before.level !== 'advisory';
}

/** What was found at last counts first; without that, the check is as inconclusive as what was prepared. */
function joined(before: Ending | undefined, after: Ending): Ending {
  if (before === undefined || after.verdict === 'fail' || after.verdict === 'error') return after;
  if (before.verdict !== 'pass') return before;
  if (after.verdict !== 'pass') return { ...before, ...after };
  return { ...before, ...after, reached: [...new Set([...(before.reached ?? []), ...(after.reached ?? [])])] };
}
