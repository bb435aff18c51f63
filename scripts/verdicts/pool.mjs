// @ts-check
/** Judges targets in child processes, one after another in each, until none is left. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** @typedef {{ readonly name: string, readonly seed: number }} Job */

/**
 * @param {readonly Job[]} jobs
 * @param {number} processes
 * @param {(job: Job, result: import('./compare.mjs').TargetRecord, done: number) => void} onResult
 * @returns {Promise<void>}
 */
export async function judgeAll(jobs, processes, onResult) {
  const waiting = [...jobs];
  let done = 0;
  await Promise.all(
    Array.from({ length: Math.min(processes, jobs.length) }, () =>
      work(waiting, (job, result) => {
        done += 1;
        onResult(job, result, done);
      }),
    ),
  );
}

/**
 * @param {Job[]} waiting
 * @param {(job: Job, result: import('./compare.mjs').TargetRecord) => void} onResult
 * @returns {Promise<void>}
 */
function work(waiting, onResult) {
  const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));
  return new Promise((resolve, reject) => {
    const child = fork(worker, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const next = () => {
      const job = waiting.shift();
      if (job === undefined) child.disconnect();
      else child.send(job);
    };
    child.on('message', (message) => {
      const { job, result } = /** @type {import('./worker.mjs').Answer} */ (message);
      onResult(job, result);
      next();
    });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the worker exited with code ${code}`))));
    next();
  });
}
