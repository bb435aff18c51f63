/**
 * Runs all checks against one target in this process, without vitest: the modules are loaded and optimised once for
 * hundreds of targets. The order of the checks and their verdicts come from the same place as in a run (`src/checks`).
 */
import { loadSuites } from '../checks/load-suites.ts';
import { type Check, checks } from '../checks/registry.ts';
import { createRunContext, type RunContext, runTotals } from '../checks/run-context.ts';
import { runSchedule, Schedule } from '../checks/schedule/schedule.ts';
import type { Settings } from '../core/config.ts';
import type { Observation } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';

export interface RunResult {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly requests: number;
  /** Requests sent until the first requirement failed; undefined if none did. */
  readonly untilFailure: number | undefined;
  readonly ms: number;
  readonly observations: readonly Observation[];
}

/**
 * Runs the checks against one target, and closes its connections.
 *
 * @param rows ids of the requirements to decide; all unless given
 * @param isEnough the run stops after the first verdict for which this returns true
 */
export async function runInProcess(
  settings: Settings,
  rows?: ReadonlySet<string>,
  isEnough?: (id: string, verdict: Verdict) => boolean,
): Promise<RunResult> {
  await loadSuites();
  const chosen = checks().filter(({ requirement }) => rows === undefined || rows.has(requirement.id));
  return runChecks(createRunContext(settings), chosen, isEnough);
}

/** Like {@link runInProcess}, for a context and checks at hand. */
export async function runChecks(
  context: RunContext,
  chosen: readonly Check[],
  isEnough: (id: string, verdict: Verdict) => boolean = () => false,
): Promise<RunResult> {
  const began = performance.now();
  const schedule = new Schedule(context, chosen);
  const verdicts = new Map<string, Verdict>();
  let untilFailure: number | undefined;
  let isStopped = false;
  const keep = ({ id }: Requirement, verdict: Verdict) => {
    // Checks that the stop cut short decide nothing.
    if (isStopped) return;
    verdicts.set(id, verdict);
    if (verdict.verdict === 'fail') untilFailure ??= context.client.usage.sent;
    isStopped = isEnough(id, verdict);
    if (isStopped) context.client.stop();
  };
  try {
    await runSchedule(schedule, keep, () => isStopped);
  } finally {
    await context.client.close();
  }
  const { requests, observations } = runTotals(context);
  return { verdicts, requests, untilFailure, ms: Math.round(performance.now() - began), observations };
}
