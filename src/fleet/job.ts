/** One job of a plan: its configuration, and what its report says about it. */
import { type Configuration, loadConfiguration, type Sources } from '../config/load.ts';
import { type Flags, runOptions } from '../config/options.ts';
import { defined } from '../core/defined.ts';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport, ReportedJob } from '../core/report.ts';
import { validator } from '../schema/validator.ts';
import type { Job, Plan } from './plan.ts';

/** @throws UsageError if the value is not a plan, with the first problem */
export function readPlan(value: unknown, shown: string): Plan {
  const problem = validator('kit/plan')(value)[0];
  if (problem !== undefined)
    throw new UsageError(`${shown} is not a plan: ${problem.message}`, 'cawl plan writes one', 'FILE_ERROR');
  return value as Plan;
}

/** @throws UsageError if the plan has no such job, or another version of the kit wrote it */
export function jobOf({ jobs, kit, plan }: Plan, index: number, version: string): Job {
  const job = jobs[index];
  if (job === undefined)
    throw new UsageError(`--index is ${index}; the plan ${plan} has the jobs 0 to ${jobs.length - 1}`);
  if (kit.version !== version)
    throw new UsageError(
      `cawl ${kit.version} wrote this plan, and this is cawl ${version}`,
      'plan and run with the same version: another one may decide other requirements',
    );
  return job;
}

/** What a job defines: another value would make it the job of another plan. */
const definedByJob = [
  ...['base-url', 'config', 'fault', 'only', 'skip', 'depth', 'seed', 'concurrency', 'rate', 'max-requests', 'again'],
  ...['read-only', 'methods'],
  ...runOptions.filter(({ path }) => path?.startsWith('/fixtures/')).map(({ flag }) => flag),
];

function rejectDefined(flags: Flags): void {
  const given = definedByJob.find((flag) => flags[flag] !== undefined);
  if (given !== undefined)
    throw new UsageError(`--${given} and --job exclude each other: the plan defines it`, 'give it to cawl plan');
}

/**
 * Variables of the machine must not change a job, and the token of one target must not go to another: of the kit's own variables
 * a job sees those that it names, and those of options that it does not define.
 */
function envOfJob(env: Sources['env'], { variables }: Job): Sources['env'] {
  const left = runOptions
    .filter(({ flag }) => !definedByJob.includes(flag) && flag !== 'token-file')
    .map(({ env: name }) => name);
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name]) => !name.startsWith('CAWL_') || variables.includes(name) || left.includes(name),
    ),
  );
}

/** @throws UsageError as {@link loadConfiguration}, and for a flag that the job defines */
export function configurationOfJob(job: Job, { cwd, env, flags }: Omit<Sources, 'value'>): Configuration {
  rejectDefined(flags);
  const loaded = loadConfiguration({
    cwd,
    env: envOfJob(env, job),
    flags: { ...flags, ...defined({ fault: job.fault }) },
    value: job.configuration,
  });
  return { ...loaded, run: { ...loaded.run, only: job.rows, skip: [], ...defined({ samplePart: job.samples }) } };
}

/** The report of a job, marked so that `cawl merge` knows its place. */
export function withJob(report: ConformanceReport, job: Job): ConformanceReport {
  return { ...report, run: { ...report.run, shard: `${job.index + 1}/${job.of}`, job: markOf(job) } };
}

/** What the report of a job says about its plan. */
export function markOf(job: Job): ReportedJob {
  const { plan, index, of, implementation, version, samples, selection, configuration } = job;
  const waivers = configuration['waivers'] as ReportedJob['waivers'];
  return { plan, index, of, ...defined({ implementation, version, samples, waivers }), selection };
}
