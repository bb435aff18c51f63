/** `cawl worker`: judges the jobs of a queue until it is stopped. */
import { setMaxListeners } from 'node:events';
import { sharePace } from '../client/index.ts';
import type { Flags } from '../config/options.ts';
import { TargetError, UsageError } from '../core/errors.ts';
import { configurationOfJob, withJob } from '../fleet/job.ts';
import type { Job } from '../fleet/plan.ts';
import { type JobProgress, type JobResult, startWorker } from '../fleet/queue.ts';
import { startImplementation } from '../fleet/start.ts';
import { runSuitesInProcess } from '../runner/in-process.ts';
import { judge } from '../session/judge.ts';
import { requireAllowedWrites } from '../session/writes.ts';
import { kitVersion } from '../version.ts';
import { catalogue } from './catalogue.ts';
import type { ExitCode, Io } from './io.ts';
import { queueAddress } from './queue-address.ts';
import { spanFlag } from './span-flag.ts';
import { wholeNumber } from './whole-number.ts';

/** Least time between two reports of progress, ms. */
const progressMs = 1000;

export async function worker(flags: Flags, io: Io): Promise<ExitCode> {
  const url = queueAddress(flags, io);
  if (url === undefined) throw new UsageError('no queue is given', '--queue redis://127.0.0.1:6379, or CAWL_QUEUE');
  const { env } = io;
  const allowCommands = flags['allow-commands'] === true;
  const stopped = new Promise<string>((done) => {
    io.onStop(done);
  });
  const started = await startWorker({
    url,
    parallel: wholeNumber(flags, 'parallel', 1, 256) ?? 1,
    stalledMs: spanFlag(flags, 'stalled-after') ?? 30_000,
    isFinal: (error) => error instanceof UsageError,
    onEnd: (job, problem) => io.err(`${titleOf(job)}: ${problem ?? 'done'}\n`),
    judge: (job, signal, onProgress) => {
      if (!allowCommands) rejectCommands(job);
      return judged(job, {
        cwd: io.cwd,
        env,
        signal,
        onProgress,
        limit: (origin, rate) => started.pace.limit(origin, rate),
      });
    },
  });
  sharePace(started.pace.turn);
  started.run();
  io.err('waiting for jobs\n');
  await stopped;
  await started.close();
  sharePace(undefined);
  return 0;
}

const titleOf = ({ implementation = 'target', index, of }: Job) =>
  of === 1 ? implementation : `${implementation}, shard ${index + 1} of ${of}`;

/** A job comes from Redis: without this check, write access to Redis would be enough to run any program on this machine. */
function rejectCommands({ start, configuration }: Job): void {
  if (start === undefined && !hasCommand(configuration)) return;
  throw new UsageError('the job starts commands', 'allow them with cawl worker --allow-commands');
}

/** Whether a configuration has a key `command`, at any depth: of a token or of the source of codes. */
function hasCommand(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, 'command') || Object.values(value).some(hasCommand);
}

interface Surroundings {
  readonly cwd: string;
  readonly env: Io['env'];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
  readonly limit: (origin: string, rate: number) => void;
}

async function judged(job: Job, { cwd, env, signal, onProgress, limit }: Surroundings): Promise<JobResult> {
  if (job.kit !== kitVersion())
    throw new UsageError(`cawl ${job.kit} planned the job, and this worker is cawl ${kitVersion()}`);
  setMaxListeners(0, signal);
  const own = configurationOfJob(job, { cwd, env, flags: {} });
  requireAllowedWrites(own);
  const { target, run } = own;
  // The rate of all jobs together, which the pace keeps: a worker that is alone need not be slower.
  const rate = run.rate * job.of;
  if (target !== undefined && rate > 0) limit(new URL(target.baseUrl).origin, rate);
  const configuration = { ...own, run: { ...run, rate } };
  const server =
    job.start === undefined || target === undefined
      ? undefined
      : await startImplementation(job.start, target.baseUrl, { cwd, env, signal });
  try {
    const told = progressTeller(job, onProgress);
    const { report, status, problems } = await judge(configuration, {
      catalogue,
      signal,
      runsSuites: runSuitesInProcess,
      onVerdict: told.decided,
      onProgress: told.sent,
    });
    if (signal.aborted) throw new Error('another worker has taken the job');
    return { status, report: withJob(report, job), ...(problems[0] === undefined ? {} : { problem: problems[0] }) };
  } catch (error) {
    // A target that is away may be back for the next attempt.
    if (error instanceof TargetError) throw new Error(error.message);
    throw error;
  } finally {
    await server?.close();
  }
}

function progressTeller({ rows }: Job, onProgress: (progress: JobProgress) => void) {
  let decided = 0;
  let requests = 0;
  let last = 0;
  const tell = () => {
    if (Date.now() - last < progressMs) return;
    last = Date.now();
    onProgress({ decided, all: rows.length, requests });
  };
  return {
    decided: () => {
      decided += 1;
      tell();
    },
    sent: (count: number) => {
      requests = count;
      tell();
    },
  };
}
