/**
 * The whole course of checks against one target, in this process: no vitest, so that the modules are loaded, and made
 * fast by the engine, once for hundreds of targets. Verdicts come from the same place as in a run (kit/check).
 */
import type { Settings } from '../core/config.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Observation } from '../core/report.ts';
import { phases } from '../kit/check.ts';
import { createContext } from '../kit/context.ts';
import { Course, type Task, tasksAtOnce } from '../kit/course.ts';
import { allChecks } from './suites.ts';

export interface CourseResult {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly requests: number;
  /** Requests sent until the first row failed; undefined where none did. */
  readonly untilFailure: number | undefined;
  readonly ms: number;
  readonly observations: readonly Observation[];
}

/** @param rows ids of the rows to decide; all unless given */
export async function runCourse(settings: Settings, rows?: ReadonlySet<string>): Promise<CourseResult> {
  const all = await allChecks();
  const began = performance.now();
  const context = createContext(settings);
  const course = new Course(context, rows === undefined ? all : all.filter((check) => rows.has(check.row.id)));
  const outcomes = new Map<string, Outcome>();
  let untilFailure: number | undefined;
  const carryOut = async ({ row, run }: Task) => {
    const outcome = await run();
    if (row === undefined || outcome === undefined) return;
    outcomes.set(row.id, outcome);
    if (outcome.verdict === 'fail') untilFailure ??= context.client.sent;
  };
  try {
    for (const phase of phases) await inTurn(course.tasks(phase), carryOut);
  } finally {
    await context.client.close();
  }
  return {
    outcomes,
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
  await Promise.all(Array.from({ length: Math.min(tasksAtOnce, tasks.length) }, lane));
}
