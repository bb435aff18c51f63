/**
 * The carrier over Redis: BullMQ queues the jobs, gives those of a silent worker to another one, and keeps each result until
 * it is fetched. A job has one id per plan, so that nothing is counted twice. Only this file knows BullMQ and ioredis, which
 * are optional peers: they are loaded when a queue is used.
 */
import type { Queue, Job as QueuedJob, QueueEvents, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { SharedPace } from '../client/index.ts';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport } from '../core/report.ts';
import type { Job } from './plan.ts';

const queueName = 'cawl-jobs';
/** How often a job is tried: a target may be away for a while. */
const attempts = 3;
/** How long before it is tried again, ms; twice as long before each further attempt. */
const backoffMs = 2000;
/** How often a job may be taken from a silent worker. */
const maxStalled = 5;
/** How long Redis keeps a result that nobody fetches, s. */
const keptSeconds = 7 * 86_400;
/** A request that is sent later than that after its turn, ms, waits for another one: its process was paused meanwhile. */
const lateMs = 50;

/** What a worker leaves in Redis. */
export interface JobResult {
  readonly status: number;
  readonly report?: ConformanceReport;
  readonly problem?: string;
}

/** How far a job is. */
export interface JobProgress {
  readonly decided: number;
  readonly all: number;
  readonly requests: number;
}

/** @throws UsageError if the packages are not installed, or the address is none */
async function packages(url: string) {
  if (!/^rediss?:\/\//.test(url))
    throw new UsageError(
      'the queue is not a Redis address',
      'it takes redis://HOST:PORT or rediss://…: --queue redis://127.0.0.1:6379',
    );
  try {
    const [bullmq, ioredis] = await Promise.all([import('bullmq'), import('ioredis')]);
    return { bullmq, Redis: ioredis.Redis };
  } catch {
    throw new UsageError('a queue needs the packages bullmq and ioredis', 'npm install bullmq ioredis');
  }
}

/** A connection that fails at once while Redis is away, and one that waits for it, as BullMQ needs for workers. */
function connect(RedisClient: typeof Redis, url: string, waits: boolean): Redis {
  const client = new RedisClient(url, { maxRetriesPerRequest: waits ? null : 3 });
  // Without a listener an error would end the process; the command that is waited for rejects with it.
  client.on('error', () => {});
  return client;
}

/** A connection to a Redis that answers. @throws UsageError if it does not */
async function reach(RedisClient: typeof Redis, url: string): Promise<Redis> {
  const connection = connect(RedisClient, url, false);
  await connection.ping().catch((error: Error) => {
    connection.disconnect();
    throw new UsageError(
      `Redis does not answer: ${error.message}`,
      'is it running, and is the address right? (--queue)',
    );
  });
  return connection;
}

export interface JobQueue {
  /** Queues a job unless its plan has it queued already, and waits for its result. Rejects if it failed for good. */
  perform(job: Job, onProgress: (progress: JobProgress) => void): Promise<JobResult>;
  /** Whether any worker waits for jobs or judges one. */
  hasWorkers(): Promise<boolean>;
  /** Forgets the results of these jobs. */
  forget(jobs: readonly Job[]): Promise<void>;
  close(): Promise<void>;
}

const idOf = ({ plan, implementation = 'target', index }: Job) => `${plan}-${implementation}-${index}`;

/** @throws UsageError as where Redis does not answer */
export async function openQueue(url: string): Promise<JobQueue> {
  const { bullmq, Redis: RedisClient } = await packages(url);
  const connection = await reach(RedisClient, url);
  const waiting = connect(RedisClient, url, true);
  const queue: Queue<Job, JobResult> = new bullmq.Queue(queueName, { connection });
  const events: QueueEvents = new bullmq.QueueEvents(queueName, { connection: waiting });
  await events.waitUntilReady();
  const listeners = new Map<string, (progress: JobProgress) => void>();
  events.on('progress', ({ jobId, data }) => listeners.get(jobId)?.(data as unknown as JobProgress));
  return {
    async perform(job, onProgress) {
      const jobId = idOf(job);
      listeners.set(jobId, onProgress);
      const queued = await queue.add('judge', job, {
        jobId,
        attempts,
        backoff: { type: 'exponential', delay: backoffMs },
        removeOnComplete: { age: keptSeconds },
        removeOnFail: { age: keptSeconds },
      });
      return (await queued.waitUntilFinished(events)) as JobResult;
    },
    hasWorkers: async () => (await queue.getWorkersCount()) > 0,
    async forget(jobs) {
      await Promise.all(jobs.map((job) => queue.remove(idOf(job))));
    },
    async close() {
      await Promise.all([queue.close(), events.close()]);
      connection.disconnect();
      waiting.disconnect();
    },
  };
}

export interface WorkerOptions {
  readonly url: string;
  /** Jobs at a time. */
  readonly parallel: number;
  /** After how long without a sign of life a job is given to another worker, ms. */
  readonly stalledMs: number;
  /** Judges one job; the signal is aborted when the job was given to another worker. */
  readonly judge: (job: Job, signal: AbortSignal, onProgress: (progress: JobProgress) => void) => Promise<JobResult>;
  /** Whether an error of `judge` would come again with every attempt. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onEnd: (job: Job, problem: string | undefined) => void;
}

export interface JobWorker {
  readonly pace: { limit(origin: string, rate: number): void; readonly turn: SharedPace };
  /** Begins to take jobs. */
  run(): void;
  close(): Promise<void>;
}

/** Connects to the queue. @throws UsageError if the packages are not installed */
export async function startWorker(options: WorkerOptions): Promise<JobWorker> {
  const { url, parallel, stalledMs, judge, isFinal, onEnd } = options;
  const { bullmq, Redis: RedisClient } = await packages(url);
  // Later it is waited for, since a worker outlives a Redis that starts again; at first it may be a wrong address.
  (await reach(RedisClient, url)).disconnect();
  const connection = connect(RedisClient, url, true);
  const running = new Map<string, AbortController>();
  const work = async (queued: QueuedJob<Job, JobResult>): Promise<JobResult> => {
    const stop = new AbortController();
    running.set(queued.id!, stop);
    try {
      return await judge(queued.data, stop.signal, (progress) => void queued.updateProgress(progress).catch(() => {}));
    } catch (error) {
      if (isFinal(error)) throw new bullmq.UnrecoverableError((error as Error).message);
      throw error;
    } finally {
      running.delete(queued.id!);
    }
  };
  const worker: Worker<Job, JobResult> = new bullmq.Worker(queueName, work, {
    connection,
    autorun: false,
    concurrency: parallel,
    lockDuration: stalledMs,
    stalledInterval: stalledMs,
    maxStalledCount: maxStalled,
  });
  worker.on('error', () => {});
  worker.on('lockRenewalFailed', (ids) => {
    for (const id of ids) running.get(id)?.abort();
  });
  worker.on('completed', (queued) => onEnd(queued.data, undefined));
  worker.on('failed', (queued, error) => queued !== undefined && onEnd(queued.data, error.message));
  await worker.waitUntilReady();
  return {
    pace: paceOver(connection),
    run: () => void worker.run().catch(() => {}),
    async close() {
      for (const stop of running.values()) stop.abort();
      await worker.close();
      connection.disconnect();
    },
  };
}

/** Takes the next free moment of a target, by the clock of Redis, and returns how long to wait for it, ms. */
const takeTurn = `local t = redis.call('TIME')
local now = t[1] * 1000 + t[2] / 1000
local at = math.max(now, tonumber(redis.call('GET', KEYS[1]) or '0'))
redis.call('SET', KEYS[1], string.format('%.3f', at + ARGV[1]), 'PX', math.ceil(at - now + ARGV[1]) + 1000)
return string.format('%.3f', at - now)`;

/** One rate for each target, which all workers keep together. */
function paceOver(redis: Redis): JobWorker['pace'] {
  const gaps = new Map<string, number>();
  const turn = async (origin: string, gapMs: number): Promise<void> => {
    for (;;) {
      const asked = performance.now();
      const waitMs = Number(await redis.eval(takeTurn, 1, `cawl:pace:${origin}`, gapMs));
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      // `asked` lies before the turn was taken, so that a process that was paused before the answer counts as late, too.
      if (performance.now() - asked - waitMs <= Math.max(lateMs, gapMs)) return;
    }
  };
  return {
    limit: (origin, rate) => void gaps.set(origin, 1000 / rate),
    turn: (origin) => {
      const gapMs = gaps.get(origin);
      return gapMs === undefined ? undefined : turn(origin, gapMs);
    },
  };
}
