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
  await runJobs(new URL('worker.mjs', import.meta.url), jobs, Math.min(processes, jobs.length), onResult);
}

/**
 * @template OneJob, Result
 * @param {URL} worker a module that answers each message, a job, with `{ job, result }`
 * @param {Iterable<OneJob>} jobs each is taken when a process is free
 * @param {number} processes
 * @param {(job: OneJob, result: Result, done: number) => void} onResult
 * @returns {Promise<void>}
 */
export async function runJobs(worker, jobs, processes, onResult) {
  const waiting = jobs[Symbol.iterator]();
  let done = 0;
  /** @type {(job: OneJob, result: Result) => void} */
  const count = (job, result) => {
    done += 1;
    onResult(job, result, done);
  };
  await Promise.all(Array.from({ length: processes }, () => work(worker, waiting, count)));
}

/**
 * @template OneJob, Result
 * @param {URL} worker
 * @param {Iterator<OneJob>} waiting
 * @param {(job: OneJob, result: Result) => void} onResult
 * @returns {Promise<void>}
 */
function work(worker, waiting, onResult) {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(worker), [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const next = () => {
      const { done, value } = waiting.next();
      if (done === true) child.disconnect();
      else child.send(/** @type {{}} */ (value));
    };
    child.on('message', (message) => {
      const { job, result } = /** @type {{ job: OneJob, result: Result }} */ (message);
      onResult(job, result);
      next();
    });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`the worker exited with code ${code}`))));
    next();
  });
}
