/**
 * Runs the parts of a run side by side, the first with vitest and each other in a thread beside it, and joins what they say.
 * One core is busy with a few thousand requests per second: where the target takes more, more threads send more.
 */
import { BroadcastChannel } from 'node:worker_threads';
import type { RunTotals } from '../checks/worker-messages.ts';
import { Arbiter } from '../core/arbiter.ts';
import { joinLeftBehind } from '../core/left-behind.ts';
import { operations } from '../core/operation.ts';
import type { SentByOperation } from '../core/plan.ts';
import type { ThreadMessage } from '../core/threads.ts';
import { joinLatencies, joinObservations } from './merge-totals.ts';
import type { Part } from './parts.ts';
import { runInThread } from './thread.ts';
import { type RunsSuites, runSuites, type SuitesOptions, type SuitesResult } from './vitest.ts';

/** @param channel name of the channel that the settings of all parts name */
export async function runInThreads(
  parts: readonly Part[],
  channel: string,
  options: Omit<SuitesOptions, 'assignment'>,
): Promise<SuitesResult> {
  const { signal, onProgress } = options;
  const line = new BroadcastChannel(channel);
  const arbiter = new Arbiter(parts.length, (message) => line.postMessage({ ...message, from: 'arbiter' }));
  line.onmessage = (event) => arbiter.hear((event as { data: ThreadMessage }).data);
  const stop = () => arbiter.stop();
  signal?.addEventListener('abort', stop, { once: true });
  const sent = parts.map(() => 0);
  const run = async (assignment: Part, index: number): Promise<SuitesResult> => {
    const runs: RunsSuites = index === 0 ? runSuites : runInThread;
    try {
      return await runs({
        ...options,
        assignment,
        onProgress: (requests) => {
          sent[index] = requests;
          onProgress?.(sent.reduce((sum, one) => sum + one, 0));
        },
      });
    } finally {
      arbiter.leave(index);
    }
  };
  try {
    return joinResults(await Promise.all(parts.map(run)));
  } finally {
    signal?.removeEventListener('abort', stop);
    line.close();
  }
}

/** What the threads say together. Where one has told no totals, there are none: they would be too low. */
export function joinResults(results: readonly SuitesResult[]): SuitesResult {
  const totals = results.flatMap((one) => one.totals ?? []);
  return {
    verdicts: new Map(results.flatMap(({ verdicts }) => [...verdicts])),
    totals: totals.length === results.length ? joinTotals(totals) : undefined,
    problems: results.flatMap(({ problems }) => problems),
    interrupted: results.some(({ interrupted }) => interrupted),
  };
}

function joinTotals(all: readonly RunTotals[]): RunTotals {
  const sum = (number: (totals: RunTotals) => number) => all.reduce((total, one) => total + number(one), 0);
  return {
    requests: sum(({ requests }) => requests),
    retries: sum(({ retries }) => retries),
    inFlight: { average: sum(({ inFlight }) => inFlight.average), limit: sum(({ inFlight }) => inFlight.limit) },
    latency: joinLatencies(all.map(({ latency }) => latency)),
    observations: joinObservations(all.map(({ observations }) => observations)),
    excused: joinCounts(all.map(({ excused }) => excused)),
    sent: joinSent(all.map((one) => one.sent)),
    leftBehind: joinLeftBehind(...all.map(({ leftBehind }) => leftBehind)),
  };
}

function joinCounts(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const joined: Record<string, number> = {};
  for (const counts of all)
    for (const [kind, count] of Object.entries(counts)) joined[kind] = (joined[kind] ?? 0) + count;
  return joined;
}

function joinSent(all: readonly SentByOperation[]): SentByOperation {
  const of = (operation: (typeof operations)[number]) => ({
    requests: all.reduce((sum, one) => sum + one[operation].requests, 0),
    largestBody: Math.max(...all.map((one) => one[operation].largestBody)),
  });
  return Object.fromEntries(operations.map((operation) => [operation, of(operation)])) as unknown as SentByOperation;
}
