/**
 * Judges servers in child processes. The faults share one process for each core, so that the kit is loaded and optimised once. A
 * conforming server may be third-party code, and gets a process of its own. Tinypool is not used: it starts a process for each task
 * that can be aborted.
 */
import { availableParallelism } from 'node:os';
import { forEachConcurrently } from '../core/concurrency.ts';
import type { Job, JobResult } from './worker.ts';
import { WorkerProcess } from './worker-process.ts';

export interface PoolOptions {
  /** Jobs at a time. */
  readonly atOnce: number;
  readonly signal: AbortSignal;
  /** Called for each job as soon as its result is known. */
  readonly onResult: (job: Job, result: JobResult) => void;
}

/** Resolves when every job has a result, or soon after `signal` is aborted: the jobs not finished by then have none. */
export async function runJobs(jobs: readonly Job[], { atOnce, signal, onResult }: PoolOptions): Promise<void> {
  const shared: WorkerProcess[] = [];
  const single: WorkerProcess[] = [];
  const end = () => {
    for (const worker of [...shared, ...single]) worker.kill();
  };
  const runAlone = async (job: Job) => (await freeProcess(single, Number.POSITIVE_INFINITY).run(job)) ?? died;
  signal.addEventListener('abort', end, { once: true });
  try {
    await forEachConcurrently(jobs, atOnce, async (job) => {
      if (signal.aborted) return;
      const first = 'fault' in job ? await freeProcess(shared, availableParallelism()).run(job) : undefined;
      if (signal.aborted) return;
      const result = isSettled(job, first) ? first : await runAlone(job);
      if (!signal.aborted) onResult(job, result);
    });
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

/**
 * Beside others, the process may die of another job, and what requests that overlap would show may be missed. A quick run misses
 * many faults anyway.
 */
function isSettled(job: Job, result: JobResult | undefined): result is JobResult {
  if (result === undefined) return false;
  if (!('proof' in result) || ('fault' in job && job.options.depth === 'quick')) return true;
  return result.proof.row.caught || result.proof.unseen !== undefined;
}

const died: JobResult = { failed: 'the worker process died' };

/** An idle process of the group or a new one; the one with the fewest jobs if the group has as many processes as it may. */
function freeProcess(group: WorkerProcess[], most: number): WorkerProcess {
  const usable = group.filter(({ isRetired }) => !isRetired);
  const [leastBusy] = usable.sort((one, other) => one.jobsUnderWay - other.jobsUnderWay);
  if (leastBusy !== undefined && (leastBusy.jobsUnderWay === 0 || usable.length >= most)) return leastBusy;
  const worker = new WorkerProcess();
  group.push(worker);
  return worker;
}
