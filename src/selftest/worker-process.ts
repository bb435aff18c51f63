/** One child process of the pool, which takes several jobs at a time. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Answer, Assigned, Job, JobResult } from './worker.ts';

/** A process that uses more memory, bytes, takes no further job. */
const maxRssBytes = 1_000_000_000;
/** A job that takes longer, ms, is given up, and its process is killed. */
const jobTimeoutMs = 180_000;

const program = fileURLToPath(new URL('./worker.js', import.meta.url));

export class WorkerProcess {
  readonly #child: ChildProcess;
  readonly #underWay = new Map<number, (result: JobResult | undefined) => void>();
  #assigned = 0;
  #isRetired = false;

  constructor() {
    this.#child = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
    this.#child.on('message', (answer: Answer) => this.#take(answer));
    this.#child.on('exit', () => this.#end()).on('error', () => this.#end());
  }

  get jobsUnderWay(): number {
    return this.#underWay.size;
  }

  /** Whether it takes no further job. */
  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** The result of the job; undefined if the process ended before. Never rejects. */
  run(job: Job): Promise<JobResult | undefined> {
    return new Promise((resolve) => {
      const id = this.#assigned++;
      const finish = (result: JobResult | undefined) => {
        clearTimeout(timer);
        this.#underWay.delete(id);
        resolve(result);
      };
      const timer = setTimeout(() => {
        finish({ failed: `no result within ${jobTimeoutMs / 1000} s` });
        this.kill();
      }, jobTimeoutMs);
      this.#underWay.set(id, finish);
      this.#child.send({ id, job } satisfies Assigned, (error) => {
        if (error !== null) finish(undefined);
      });
    });
  }

  /** Jobs under way have no result. */
  kill(): void {
    this.#child.kill('SIGKILL');
    this.#end();
  }

  #take({ id, result, rssBytes }: Answer): void {
    this.#underWay.get(id)?.(result);
    // What a job left behind when it failed might disturb the next one.
    if ('failed' in result || rssBytes > maxRssBytes) this.#isRetired = true;
    if (this.#isRetired && this.#underWay.size === 0) this.kill();
  }

  #end(): void {
    this.#isRetired = true;
    for (const finish of [...this.#underWay.values()]) finish(undefined);
  }
}
