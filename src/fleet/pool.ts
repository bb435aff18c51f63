/** The carrier of this machine: runs jobs in processes of their own, a few at a time. */
import { spawn } from 'node:child_process';
import { forEachConcurrently } from '../core/concurrency.ts';
import type { Job } from './plan.ts';

/** How a job ended. Its report is in its folder, where it wrote one. */
export interface JobEnd {
  readonly status: number | null;
  /** The last line that it printed as an error. */
  readonly problem?: string;
}

/** Runs one job. Never rejects. */
export type RunJob = (job: Job, place: number) => Promise<JobEnd>;

/**
 * Runs all jobs, `workers` at a time. Where one of several jobs starts its server, the others of the same implementation wait
 * for it: a server is started once at a time.
 */
export async function runJobs(
  jobs: readonly Job[],
  {
    workers,
    runJob,
    signal,
    onEnd,
  }: {
    workers: number;
    runJob: RunJob;
    signal: AbortSignal;
    onEnd: (job: Job, end: JobEnd, place: number) => void;
  },
): Promise<void> {
  const turns = turnsOf(jobs);
  await forEachConcurrently(turns, workers, async (turn) => {
    for (const place of turn) {
      if (signal.aborted) return;
      const job = jobs[place]!;
      onEnd(job, await runJob(job, place), place);
    }
  });
}

/** Places of jobs that follow each other. */
function turnsOf(jobs: readonly Job[]): number[][] {
  const turns: number[][] = [];
  const byServer = new Map<string, number[]>();
  for (const [place, { start, implementation = '' }] of jobs.entries()) {
    const before = start === undefined ? undefined : byServer.get(implementation);
    if (before !== undefined) {
      before.push(place);
      continue;
    }
    const turn = [place];
    turns.push(turn);
    if (start !== undefined) byServer.set(implementation, turn);
  }
  return turns;
}

export interface ProcessOptions {
  /** The compiled program. */
  readonly program: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The plan, and where the report of a job goes. */
  readonly planFile: string;
  readonly folderOf: (job: Job) => string;
  readonly signal: AbortSignal;
}

/** Runs each job by `cawl run --job`. */
export function inProcesses({ program, cwd, env, planFile, folderOf, signal }: ProcessOptions): RunJob {
  return (job, place) =>
    new Promise((resolve) => {
      const words = ['run', '--job', planFile, '--index', String(place), '--report-dir', folderOf(job), '--quiet'];
      const child = spawn(process.execPath, [program, ...words], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
      let printed = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        printed = (printed + text).slice(-4000);
      });
      const stop = () => child.kill('SIGTERM');
      signal.addEventListener('abort', stop, { once: true });
      const end = (status: number | null, problem: string) => {
        signal.removeEventListener('abort', stop);
        const told = problem
          .trim()
          .split('\n')
          .find((line) => line.startsWith('cawl: '));
        resolve({ status, ...(told === undefined ? {} : { problem: told.slice('cawl: '.length) }) });
      };
      child.once('error', ({ message }) => end(null, `cawl: ${message}`));
      child.once('close', (status) => end(status, printed));
    });
}
