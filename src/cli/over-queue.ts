/** Lets workers on a queue run the jobs of a plan, and writes the reports that they leave in Redis. */
import type { Job, Plan } from '../fleet/plan.ts';
import { type JobEnd, runJobs } from '../fleet/pool.ts';
import { type JobProgress, openQueue } from '../fleet/queue.ts';
import { defaultReporters, writeReports } from '../report/index.ts';
import type { Io } from './io.ts';

export interface QueueRun {
  readonly io: Io;
  readonly folderOf: (job: Job) => string;
  readonly signal: AbortSignal;
  readonly onEnd: (job: Job, end: JobEnd) => void;
}

/** How often a terminal is told how far the jobs are, ms. */
const shownEachMs = 5000;

export async function overQueue({ jobs }: Plan, url: string, { io, folderOf, signal, onEnd }: QueueRun): Promise<void> {
  const queue = await openQueue(url);
  const variables = [...new Set(jobs.flatMap((job) => job.variables))].sort();
  if (variables.length > 0) io.err(`the workers read ${variables.join(', ')}\n`);
  const progress = new Map<Job, JobProgress>();
  let isLonely = false;
  const tellLonely = async () => {
    if (isLonely || (await queue.hasWorkers())) return;
    isLonely = true;
    io.err('no worker is connected: the jobs wait for cawl worker --queue with the same address\n');
  };
  const timer = setInterval(() => {
    if (progress.size > 0) shownProgress(progress, io);
    else void tellLonely().catch(() => {});
  }, shownEachMs);
  // What is queued stays there, and the next matrix of the same plan takes its results.
  const stopped = new Promise<JobEnd>((resolve) => {
    signal.addEventListener('abort', () => resolve({ status: null, problem: 'stopped' }), { once: true });
  });
  const perform = async (job: Job): Promise<JobEnd> => {
    try {
      const { status, report, problem } = await queue.perform(job, (now) => progress.set(job, now));
      if (report !== undefined) await writeReports(report, { dir: folderOf(job), reporters: defaultReporters });
      return { status, ...(problem === undefined ? {} : { problem }) };
    } catch (error) {
      return { status: null, problem: (error as Error).message };
    } finally {
      progress.delete(job);
    }
  };
  try {
    const runJob = (job: Job) => Promise.race([perform(job), stopped]);
    await runJobs(jobs, { workers: jobs.length, runJob, signal, onEnd });
    if (!signal.aborted) await queue.forget(jobs);
  } finally {
    clearInterval(timer);
    await queue.close();
  }
}

function shownProgress(progress: ReadonlyMap<Job, JobProgress>, io: Io): void {
  const lines = [...progress].map(
    ([{ implementation = 'target', index, of }, { decided, all, requests }]) =>
      `${implementation}${of === 1 ? '' : ` ${index + 1}/${of}`} ${decided} of ${all}, ${requests} requests`,
  );
  io.err(`running: ${lines.join('; ')}\n`);
}
