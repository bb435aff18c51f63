/**
 * Makes vitest tests of the registered checks: one describe for each stage of a run, stages in order, everything inside one
 * stage at once. Only the file that vitest runs calls it.
 */
import { BroadcastChannel } from 'node:worker_threads';
import type { Verdict } from '../core/verdict.ts';
import { loadSuites } from './load-suites.ts';
import { checks } from './registry.ts';
import { createRunContext, runTotals } from './run-context.ts';
import { Schedule } from './schedule/schedule.ts';
import type { Assignment, Message, Stop } from './worker-messages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    assignment: Assignment;
  }
  interface TaskMeta {
    /** The requirements that the test decided, by their ids. */
    decided?: readonly (readonly [id: string, verdict: Verdict])[];
  }
}

/** vitest ends no check: each ends itself in time (check-limit.ts). */
const noTimeout = Number.POSITIVE_INFINITY;

/** @param load registers the checks */
export async function defineChecks(load: () => Promise<void> = loadSuites): Promise<void> {
  // Not before: a program that runs the checks itself, such as a user's own vitest, must not load this copy of vitest.
  const { afterAll, describe, inject, test } = await import('vitest');
  await load();
  const { settings, rows, channel: name } = inject('assignment');
  const wanted = new Set(rows);
  const chosen = checks().filter((check) => wanted.has(check.requirement.id));
  const context = createRunContext(settings);
  const channel = new BroadcastChannel(name);
  const tell = (message: Message) => channel.postMessage(message);
  channel.onmessage = (event) => {
    if ((event as { data: Stop }).data.type !== 'stop') return;
    context.client.stop();
    // At once: the run is reported before this worker ends.
    tell({ type: 'totals', totals: runTotals(context) });
  };
  let told = 0;
  context.client.listen((exchange) => {
    const left = context.client.usage.takeNewlyCreated();
    if (left !== undefined) tell({ type: 'created', left });
    if (exchange.number - told < 25) return;
    told = exchange.number;
    tell({ type: 'progress', requests: exchange.number });
  });
  context.client.onWait((ms) => tell({ type: 'waits', ms }));

  const course = new Schedule(context, chosen);
  for (const { title: stage, tasks } of course.stages()) {
    if (tasks.length === 0) continue;
    describe(stage, () => {
      describe.concurrent('checks', () => {
        for (const { title, run } of tasks)
          test(title, { timeout: noTimeout }, async ({ task }) => {
            task.meta.decided = (await run()).map(([{ id }, verdict]) => [id, verdict] as const);
          });
      });
    });
  }

  afterAll(async () => {
    tell({ type: 'totals', totals: runTotals(context) });
    await context.client.close();
    channel.close();
  });
}
