/** The carrier of this machine: runs jobs in processes of their own, a few at a time. */
import { spawn } from 'node:child_process';
import { forEachConcurrently } from '../core/concurrency.ts';
import type { Job } from './plan.ts';

/** How a job ended. Its report is in its folder, if it wrote one. */
export interface JobEnd {
  readonly status: number | null;
  /** The last line that it printed as an error. */
  readonly problem?: string;
}

/** Runs one job. Never rejects. */
export type RunJob = (job: Job, place: number) => Promise<JobEnd>;

/**
 * Runs all jobs, `workers` at a time. Jobs that start the same server, or receive mails at the same address, follow each other:
 * both are there once at a time.
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
  const byUse = new Map<string, number[]>();
  for (const [place, job] of jobs.entries()) {
    const uses = usedAlone(job);
    const turn = uses.map((use) => byUse.get(use)).find((one) => one !== undefined) ?? [];
    if (turn.length === 0) turns.push(turn);
    turn.push(place);
    for (const use of uses) byUse.set(use, turn);
  }
  return turns;
}

/** What no other job may use at the same time. */
function usedAlone({ start, implementation = '', configuration }: Job): string[] {
  const { fixtures } = configuration as { fixtures?: { verificationCode?: { smtp?: string } } };
  const smtp = fixtures?.verificationCode?.smtp;
  return [
    ...(smtp === undefined ? [] : [`mails at ${smtp}`]),
    ...(start === undefined ? [] : [`server ${implementation}`]),
  ];
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
