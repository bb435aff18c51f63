/**
 * The thread in which vitest runs the checks. It is started before vitest is: a thread of vitest itself would start to load the
 * checks only when vitest is ready, and each of the two takes about half of the time before the first check.
 */
import { Worker } from 'node:worker_threads';
import type { PoolRunnerInitializer, PoolWorker } from 'vitest/node';

/** Runs `suite-thread-entry`, which has the extension of this file. */
const entry = new URL(import.meta.url.replace(/suite-thread(\.[jt]s)$/, 'suite-thread-entry$1'));

const poolName = 'cawl';

export class SuiteThread {
  readonly #thread = new Worker(entry, { stdout: true, stderr: true });
  /** Why the thread ended before vitest had it. */
  #ended: Error | undefined;

  constructor() {
    // Until vitest has it, nothing waits for it, and it keeps no program from ending.
    this.#thread.unref();
    // What is printed there is nobody's; unread, it would be kept.
    this.#thread.stdout.resume();
    this.#thread.stderr.resume();
    this.#thread.once('error', (error) => {
      this.#ended = error;
    });
    this.#thread.once('exit', () => {
      this.#ended ??= new Error('the thread of the checks has ended');
    });
  }

  /** What vitest takes as `pool`: it runs everything in this thread. */
  get pool(): PoolRunnerInitializer {
    return { name: poolName, createPoolWorker: () => this.#worker() };
  }

  close(): Promise<unknown> {
    return this.#thread.terminate();
  }

  #worker(): PoolWorker {
    const thread = this.#thread;
    return {
      name: poolName,
      on: (event, callback) => thread.on(event, callback),
      off: (event, callback) => thread.off(event, callback),
      send: (message) => thread.postMessage(message),
      deserialize: (data) => data,
      start: async () => {
        if (this.#ended !== undefined) throw this.#ended;
        thread.ref();
      },
      stop: async () => {
        await thread.terminate();
      },
    };
  }
}
