/** Judges a fleet: plans its jobs, lets a carrier run them, and joins the reports of each implementation. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Flags } from '../config/options.ts';
import type { ConformanceReport } from '../core/report.ts';
import type { Fleet } from '../fleet/fleet-file.ts';
import type { Judged } from '../fleet/matrix.ts';
import { mergeReports } from '../fleet/merge.ts';
import { type Job, type Plan, planJobs } from '../fleet/plan.ts';
import { inProcesses, type JobEnd, runJobs } from '../fleet/pool.ts';
import { defaultReporters, writeReports } from '../report/index.ts';
import { reportOfPartial } from '../runner/partial.ts';
import { kitVersion } from '../version.ts';
import { catalogue } from './catalogue.ts';
import type { Io } from './io.ts';
import { overQueue } from './over-queue.ts';
import { partialIn } from './partial-file.ts';
import { queueAddress } from './queue-address.ts';
import { readReport } from './read-report.ts';
import { wholeNumber } from './whole-number.ts';

const program = fileURLToPath(new URL('./main.js', import.meta.url));

export interface FleetRun {
  readonly flags: Flags;
  readonly io: Io;
  /** Where the matrix goes. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** One entry per implementation, in the order of the fleet file. */
export async function judgeFleet(fleet: Fleet, run: FleetRun): Promise<Judged[]> {
  const { flags, io, folder, signal } = run;
  const shards = wholeNumber(flags, 'shards', 1, 1000) ?? 1;
  const plan = planJobs(fleet.targets, { shards, catalogue, version: kitVersion() });
  const ends = new Map<Job, JobEnd>();
  const onEnd = (job: Job, end: JobEnd) => {
    ends.set(job, end);
    io.err(`${ends.size} of ${plan.jobs.length}: ${titleOf(job)} ${end.problem ?? statusInWords(end.status)}\n`);
  };
  const workers = wholeNumber(flags, 'parallel', 1, 256) ?? fleet.parallel ?? availableParallelism();
  mkdirSync(folder, { recursive: true });
  const planFile = join(folder, 'plan.json');
  writeFileSync(planFile, JSON.stringify(plan));
  const folderOf = (job: Job) => folderOfJob(folder, job);
  for (const job of plan.jobs) rmSync(folderOf(job), { recursive: true, force: true });
  const url = queueAddress(flags, io);
  if (url === undefined) {
    const runJob = inProcesses({ program, cwd: io.cwd, env: io.env, planFile, folderOf, signal });
    await runJobs(plan.jobs, { workers, runJob, signal, onEnd });
  } else await overQueue(plan, url, { io, folderOf, signal, onEnd });
  return Promise.all(fleet.targets.map((_, place) => joined(jobsOf(plan, place), ends, folder)));
}

/** The jobs of the target at a place of the fleet: each target's begin with index 0. */
function jobsOf({ jobs }: Plan, place: number): Job[] {
  const starts = jobs.flatMap(({ index }, at) => (index === 0 ? [at] : []));
  return jobs.slice(starts[place], starts[place + 1]);
}

function titleOf({ implementation = 'reference', index, of }: Job): string {
  return of === 1 ? implementation : `${implementation}, shard ${index + 1} of ${of}`;
}

const statuses: Readonly<Record<number, string>> = { 0: 'passed', 1: 'failed', 3: 'could not be judged' };

function statusInWords(status: number | null): string {
  return status === null ? 'was killed' : (statuses[status] ?? `ended with status ${status}`);
}

function folderOfJob(folder: string, { implementation = 'reference', index, of }: Job): string {
  return of === 1 ? join(folder, implementation) : join(folder, 'shards', `${implementation}-${index}`);
}

/** Joins the reports that the jobs of one implementation left. */
async function joined(jobs: readonly Job[], ends: ReadonlyMap<Job, JobEnd>, folder: string): Promise<Judged> {
  const { implementation: name = 'reference', version } = jobs[0]!;
  const problems = jobs.flatMap((job) => ends.get(job)?.problem ?? []);
  const found = jobs.flatMap((job) => {
    const from = folderOfJob(folder, job);
    const report = reportIn(from);
    return report === undefined ? [] : [{ from, report }];
  });
  const about = { name, ...(version === undefined ? {} : { version }) };
  const [first] = found;
  if (first === undefined) return { ...about, problem: problems[0] ?? 'it left no report' };
  const own = join(folder, name);
  const report = jobs.length === 1 ? first.report : mergeReports(found, catalogue);
  if (jobs.length > 1) await writeReports(report, { dir: own, reporters: defaultReporters });
  return { ...about, report, path: relative(folder, join(own, 'index.html')).replaceAll('\\', '/') };
}

function reportIn(dir: string): ConformanceReport | undefined {
  const killed = partialIn(dir);
  if (killed !== undefined) return reportOfPartial(killed, catalogue);
  return existsSync(join(dir, 'conformance.json')) ? readReport(join(dir, 'conformance.json'), dir) : undefined;
}
