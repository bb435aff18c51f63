/**
 * The whole course of checks against one target, in this process: no vitest, so that the modules are loaded, and made
 * fast by the engine, once for hundreds of targets. Verdicts come from the same place as in a run (checks/registry).
 */

import { loadSuites } from '../checks/load-suites.ts';
import { checks, phases } from '../checks/registry.ts';
import { createRunContext } from '../checks/run-context.ts';
import { maxConcurrentTasks, Schedule, type Task } from '../checks/schedule.ts';
import type { Settings } from '../core/config.ts';
import type { Observation } from '../core/report.ts';
import type { Verdict } from '../core/verdict.ts';

export interface RunResult {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly requests: number;
  /** Requests sent until the first row failed; undefined where none did. */
  readonly untilFailure: number | undefined;
  readonly ms: number;
  readonly observations: readonly Observation[];
}

/** @param rows ids of the rows to decide; all unless given */
export async function runInProcess(settings: Settings, rows?: ReadonlySet<string>): Promise<RunResult> {
  await loadSuites();
  const all = checks();
  const began = performance.now();
  const context = createRunContext(settings);
  const course = new Schedule(
    context,
    rows === undefined ? all : all.filter((check) => rows.has(check.requirement.id)),
  );
  const outcomes = new Map<string, Verdict>();
  let untilFailure: number | undefined;
  const carryOut = async ({ requirement, run }: Task) => {
    const outcome = await run();
    if (requirement === undefined || outcome === undefined) return;
    outcomes.set(requirement.id, outcome);
    if (outcome.verdict === 'fail') untilFailure ??= context.client.sent;
  };
  try {
    for (const phase of phases) await inTurn(course.tasks(phase), carryOut);
  } finally {
    await context.client.close();
  }
  return {
    verdicts: outcomes,
    requests: context.client.sent,
    untilFailure,
    ms: Math.round(performance.now() - began),
    observations: context.observations.report(context.client.recorder),
  };
}

async function inTurn(tasks: readonly Task[], carryOut: (task: Task) => Promise<void>): Promise<void> {
  const waiting = [...tasks];
  const lane = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await carryOut(task);
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrentTasks, tasks.length) }, lane));
}
