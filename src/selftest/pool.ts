/** Runs proofs in parallel child processes. A process is reused for one job after another, to save its start-up. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { forEachConcurrently } from '../core/concurrency.ts';
import type { Job, JobResult } from './worker.ts';

export interface PoolOptions {
  /** Processes at a time. */
  readonly processes: number;
  readonly signal: AbortSignal;
  /** Called for each job as soon as its result is known. */
  readonly onResult: (job: Job, result: JobResult) => void;
}

/** A process that uses more memory, bytes, is replaced. */
const maxRssBytes = 1_000_000_000;
/** A job that takes longer, ms, is given up, and its process is killed. */
const jobTimeoutMs = 180_000;

const program = fileURLToPath(new URL('./worker.js', import.meta.url));

/** Resolves when every job has a result, or soon after `signal` is aborted: the jobs not finished by then have none. */
export async function runJobs(jobs: readonly Job[], { processes, signal, onResult }: PoolOptions): Promise<void> {
  const idle: ChildProcess[] = [];
  try {
    await forEachConcurrently(jobs, processes, async (job) => {
      if (signal.aborted) return;
      const worker = idle.pop() ?? fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
      const result = await send(worker, job, signal);
      if ('failed' in result || result.rssBytes > maxRssBytes) worker.kill('SIGKILL');
      else idle.push(worker);
      if (!signal.aborted) onResult(job, result);
    });
  } finally {
    for (const worker of idle) worker.kill('SIGKILL');
  }
}

/** Sends a job to a process and waits for the result. Never rejects. */
function send(worker: ChildProcess, job: Job, signal: AbortSignal): Promise<JobResult> {
  return new Promise((resolve) => {
    const finish = (result: JobResult) => {
      clearTimeout(timer);
      worker.off('message', finish).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      resolve(result);
    };
    const fail = (failed: string) => finish({ failed, rssBytes: 0 });
    const onExit = (code: number | null) => fail(`the worker process exited with code ${code}`);
    const onAbort = () => fail('stopped');
    const timer = setTimeout(() => fail(`no result within ${jobTimeoutMs / 1000} s`), jobTimeoutMs);
    worker.on('message', finish).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    worker.send(job);
  });
}
