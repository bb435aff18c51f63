/**
 * Makes vitest tests of the registered checks: one describe a phase, phases in order, everything inside one phase at
 * once. Only the suites' entry file calls it, after it imported every suite.
 */
import { BroadcastChannel } from 'node:worker_threads';
import { afterAll, describe, inject, test } from 'vitest';
import type { Outcome } from '../core/outcome.ts';
import type { Assignment, Message } from './channel.ts';
import { type Check, checks, decide, phases } from './check.ts';
import { createContext } from './context.ts';

declare module 'vitest' {
  interface ProvidedContext {
    assignment: Assignment;
  }
  interface TaskMeta {
    outcome?: Outcome;
    row?: string;
  }
}

/** Longest a check may take, ms; its own limit ends it before. */
const testTimeoutMs = 900_000;

export function runChecks(): void {
  const { settings, rows, channel: name } = inject('assignment');
  const wanted = new Set(rows);
  const chosen = checks().filter((check) => wanted.has(check.row.id));
  const context = createContext(settings);
  const channel = new BroadcastChannel(name);
  const tell = (message: Message) => channel.postMessage(message);
  const prepared = new Map<string, Outcome>();
  let told = 0;
  context.client.listen((exchange) => {
    if (exchange.number - told < 25) return;
    told = exchange.number;
    tell({ type: 'progress', requests: exchange.number });
  });

  for (const phase of phases) {
    const now = chosen.filter((check) => (check.options.phase ?? 'main') === phase);
    const early = chosen.filter((check) => check.options.prepare?.phase === phase);
    if (now.length + early.length === 0) continue;
    describe(phase, () => {
      describe.concurrent('checks', () => {
        for (const check of early) test(`${check.row.id} (samples)`, { timeout: testTimeoutMs }, () => prepare(check));
        for (const check of now)
          test(check.row.id, { timeout: testTimeoutMs }, async ({ task }) => {
            task.meta.row = check.row.id;
            task.meta.outcome = await conclude(check);
          });
      });
    });
  }

  async function prepare(check: Check): Promise<void> {
    prepared.set(check.row.id, await decide(context, check.row, check.options.prepare!.work, check.options.limitMs));
  }

  async function conclude(check: Check): Promise<Outcome> {
    const before = prepared.get(check.row.id);
    if (before !== undefined && before.verdict !== 'pass' && before.verdict !== 'inconclusive') return before;
    const after = await decide(context, check.row, check.work, check.options.limitMs);
    if (before === undefined || after.verdict === 'fail' || after.verdict === 'error') return after;
    if (before.verdict === 'inconclusive') return before;
    return { ...before, ...after, exchanges: before.exchanges + after.exchanges };
  }

  afterAll(async () => {
    tell({
      type: 'totals',
      totals: {
        requests: context.client.sent,
        retries: context.client.retries,
        inFlight: context.client.inFlight,
        latency: context.latencies.report(),
        observations: context.observations.report(context.client.recorder),
      },
    });
    await context.client.close();
    channel.close();
  });
}
