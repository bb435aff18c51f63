/**
 * How long a run takes on a target that answers each request after the same time, on the simulated clock: exact, however busy
 * the machine is. Divided by that time, it is the longest chain of requests that wait for each other.
 */
import { checks } from '../../src/checks/registry.ts';
import { maxConcurrentTasks, Schedule, type Stage } from '../../src/checks/schedule/schedule.ts';
import { forEachConcurrently } from '../../src/core/concurrency.ts';
import type { Depth } from '../../src/core/config.ts';
import { openSimulation } from './judge.ts';
import { neutral, type Server } from './server/axes.ts';

/** A log of eight pages, and nothing unusual. */
const usual: Server = { ...neutral, count: 37 };

export interface TimedStage {
  /** Its phases. */
  readonly stage: string;
  readonly ms: number;
  readonly requests: number;
  /** The tasks that ended last, apart from those that wait for them, the last one first, each with the time from the beginning of the stage. */
  readonly last: readonly { readonly title: string; readonly ms: number }[];
}

export interface TimedRun {
  readonly ms: number;
  readonly requests: number;
  /** Average number of requests in flight, relative to the limit. */
  readonly inFlight: number;
  readonly stages: readonly TimedStage[];
}

/** The suites must be loaded. */
export async function timeRun(
  latencyMs: number,
  concurrency: number,
  { depth = 'standard', seed = 1 }: { readonly depth?: Depth; readonly seed?: number } = {},
): Promise<TimedRun> {
  const server: Server = { ...usual, latencyMs: [latencyMs, latencyMs] as unknown as Server['latencyMs'] };
  const { clock, context } = openSimulation({ server, seed, depth, concurrency });
  const schedule = new Schedule(context, checks());
  const { client } = context;
  const timeStage = async ({ title: stage, tasks }: Stage): Promise<TimedStage> => {
    const [from, sent] = [clock.elapsed(), client.usage.sent];
    const last: { title: string; ms: number }[] = [];
    await forEachConcurrently(tasks, maxConcurrentTasks, async ({ title, waitsForOthers, run }) => {
      await run();
      if (waitsForOthers !== true) last.unshift({ title, ms: clock.elapsed() - from });
    });
    return { stage, ms: clock.elapsed() - from, requests: client.usage.sent - sent, last };
  };
  const timed = clock.runUntil(
    (async () => {
      const all: TimedStage[] = [];
      for (const stage of schedule.stages()) all.push(await timeStage(stage));
      return all;
    })(),
  );
  const all = await timed;
  const { average, limit } = client.usage.inFlight;
  return { ms: clock.elapsed(), requests: client.usage.sent, inFlight: average / limit, stages: all };
}
