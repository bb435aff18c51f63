/** `cawl run --job`: which job of which plan, and the server that the job starts. */
import type { Configuration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import { jobOf } from '../fleet/job.ts';
import type { Job } from '../fleet/plan.ts';
import { type Started, startImplementation } from '../fleet/start.ts';
import { kitVersion } from '../version.ts';
import type { Io } from './io.ts';
import { readPlanFile } from './plan-file.ts';

/** The job that is to be run; undefined without `--job`. @throws UsageError for a plan or an index that does not exist */
export function jobFor(flags: Flags, io: Io): Job | undefined {
  const [plan, index] = [flags['job'], flags['index']].map((flag) => (flag === undefined ? undefined : String(flag)));
  if ((plan === undefined) !== (index === undefined))
    throw new UsageError('--job and --index belong together', 'cawl run --job plan.json --index 0');
  if (plan === undefined || index === undefined) return undefined;
  if (!/^\d+$/.test(index)) throw new UsageError(`--index is "${index}"; it takes a whole number from 0`);
  return jobOf(readPlanFile(plan, io.cwd), Number(index), kitVersion());
}

/** Starts the server of a job that has a command for it. @throws TargetError if it does not serve */
export async function startedBy(
  job: Job | undefined,
  { target }: Configuration,
  io: Io,
  signal: AbortSignal,
): Promise<Started | undefined> {
  if (job?.start === undefined || target === undefined) return undefined;
  return startImplementation(job.start, target.baseUrl, { cwd: io.cwd, env: io.env, signal });
}
