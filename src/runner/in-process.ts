/**
 * Runs the suites in this process and thread, for programs and other test runners: no vitest is loaded, and neither the
 * environment nor the signal handlers of the process change. Phases, checks and verdicts are those of a run with vitest.
 */
import { loadSuites } from '../checks/load-suites.ts';
import { checks } from '../checks/registry.ts';
import { createRunContext, runTotals } from '../checks/run-context.ts';
import { runSchedule, Schedule } from '../checks/schedule/schedule.ts';
import type { Verdict } from '../core/verdict.ts';
import type { SuitesOptions, SuitesResult } from './vitest.ts';

/** As `runSuites`, in this process. */
export async function runSuitesInProcess(options: SuitesOptions): Promise<SuitesResult> {
  const { assignment, onVerdict, onProgress, onWait, onCreated, signal } = options;
  await loadSuites();
  const wanted = new Set(assignment.rows);
  const chosen = checks().filter(({ requirement }) => wanted.has(requirement.id));
  const context = createRunContext(assignment.settings);
  const verdicts = new Map<string, Verdict>();
  const isStopped = () => signal?.aborted === true;
  // Checks under way end at their next request.
  const stop = () => context.client.stop();
  signal?.addEventListener('abort', stop, { once: true });
  if (onProgress !== undefined) context.client.listen(({ number }) => onProgress(number));
  if (onWait !== undefined) context.client.onWait(onWait);
  if (onCreated !== undefined)
    context.client.listen(() => {
      const left = context.client.usage.takeNewlyCreated();
      if (left !== undefined) onCreated(left);
    });
  const keep = ({ id }: { readonly id: string }, verdict: Verdict) => {
    verdicts.set(id, verdict);
    onVerdict?.(id, verdict);
  };
  try {
    await runSchedule(new Schedule(context, chosen), keep, isStopped);
  } finally {
    signal?.removeEventListener('abort', stop);
    await context.client.close();
  }
  return { verdicts, totals: runTotals(context), problems: [], interrupted: isStopped() };
}
