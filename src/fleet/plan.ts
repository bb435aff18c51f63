/**
 * Plans a run as jobs: data that any carrier can run anywhere, in any order, and whose reports `cawl merge` joins. A plan
 * starts nothing and holds no secret: its configurations name variables, and each job lists those that it needs.
 */
import { createHash } from 'node:crypto';
import type { PortableConfiguration } from '../config/portable.ts';
import type { Depth, SamplePart } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { anyNumber, type CreationLimits } from '../core/left-behind.ts';
import type { Requirement } from '../core/requirement.ts';
import { selectRequirements } from '../runner/select.ts';
import { preflightRequests } from '../session/preflight.ts';
import { type Assignment, assign } from './assign.ts';
import { shareOut } from './share.ts';
import { unitsOf } from './units.ts';

/** What is to be judged, as the planner was given it. */
export interface PlannedTarget {
  readonly portable: PortableConfiguration;
  readonly implementation?: string;
  readonly version?: string;
  /** The command that starts it, if the job starts it. */
  readonly start?: StartCommand;
  /** The embedded server with this fault. */
  readonly fault?: string;
}

export interface StartCommand {
  /** A program with its arguments, started without a shell. */
  readonly command: readonly string[];
  /** Where it is started, relative to the current folder. */
  readonly cwd?: string;
  /** How long it is waited for, such as `60s`. */
  readonly wait?: string;
}

export interface Job {
  /** Digest of the plan that it belongs to. */
  readonly plan: string;
  /** Version of the kit that planned it; another one may decide other requirements. */
  readonly kit: string;
  readonly implementation?: string;
  readonly version?: string;
  readonly start?: StartCommand;
  readonly fault?: string;
  /** Place among the jobs of the same target, from 0, and their number. */
  readonly index: number;
  readonly of: number;
  /** Keys as in cawl.config.yaml; texts name variables. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** What all jobs of the target decide together. */
  readonly selection: { readonly only: readonly string[]; readonly skip: readonly string[] };
  /** Ids of the requirements that this job decides. */
  readonly rows: readonly string[];
  readonly samples?: SamplePart;
  readonly requests: { readonly estimate: number; readonly limit: number };
  /** Environment variables that it reads. */
  readonly variables: readonly string[];
  /** Files that it reads, relative to the current folder. */
  readonly files: readonly string[];
}

export interface Plan {
  readonly schemaVersion: 1;
  readonly kit: { readonly name: 'cawl-conformance'; readonly version: string };
  readonly plan: string;
  readonly jobs: readonly Job[];
}

export interface PlanOptions {
  /** Jobs of each target. */
  readonly shards: number;
  readonly catalogue: readonly Requirement[];
  readonly version: string;
}

/** Fewer jobs than asked if there is not enough to share out. @throws UsageError for a glob that matches nothing */
export function planJobs(targets: readonly PlannedTarget[], options: PlanOptions): Plan {
  const { version } = options;
  const jobs = targets.flatMap((target) => jobsOf(target, options));
  const plan = createHash('sha256')
    .update(JSON.stringify([version, jobs]))
    .digest('hex')
    .slice(0, 16);
  return {
    schemaVersion: 1,
    kit: { name: 'cawl-conformance', version },
    plan,
    jobs: jobs.map((job) => ({ plan, kit: version, ...job })),
  };
}

function jobsOf(
  { portable, implementation, version, start, fault }: PlannedTarget,
  { shards, catalogue }: PlanOptions,
): Omit<Job, 'plan' | 'kit'>[] {
  const { run, value, variables, files } = portable;
  const { only, skip, depth } = run;
  const selected = selectRequirements(catalogue, only, skip);
  const assignments = assign(unitsOf(selected, catalogue, depth), shards, depth);
  const limits = shareOut(
    run.maxRequests,
    assignments.map(({ estimate }) => estimate),
  );
  const creations = shareCreations(run.maxCreations, assignments);
  const left = rowsWithoutCheck(selected);
  return assignments.map((assignment, index) => ({
    ...defined({ implementation, version, start, fault }),
    index,
    of: assignments.length,
    configuration: {
      ...value,
      run: { ...politeShare(portable, assignments.length, limits[index] ?? 1), ...creations[index] },
    },
    selection: { only, skip },
    // What no check decides takes no requests, and has to be in one report.
    rows: index === 0 ? [...assignment.rows, ...left] : assignment.rows,
    ...defined({ samples: assignment.samples }),
    requests: { estimate: estimateOf(assignment), limit: limits[index] ?? 1 },
    variables,
    files,
  }));
}

function rowsWithoutCheck(selected: readonly Requirement[]): string[] {
  return selected.filter(({ excluded }) => excluded !== undefined).map(({ id }) => id);
}

function estimateOf({ estimate }: Assignment): number {
  return estimate + preflightRequests;
}

/** What each job may create; no key if the run has no limit. A job that creates little may get nothing of a small limit. */
function shareCreations(limits: CreationLimits | undefined, assignments: readonly Assignment[]) {
  const shares = (kind: keyof CreationLimits): (number | undefined)[] => {
    const limit = limits?.[kind] ?? anyNumber;
    if (limit === anyNumber) return [];
    return shareOut(
      limit,
      assignments.map(({ creations }) => creations[kind]),
      0,
    );
  };
  const [users, events] = [shares('users'), shares('events')];
  return assignments.map((_, index) => defined({ maxUsers: users[index], maxEvents: events[index] }));
}

/** The key `run` of one of `jobs` jobs: together they send no more, no faster and no more at once than one run would. */
function politeShare({ run, value }: PortableConfiguration, jobs: number, maxRequests: number) {
  const { rate, concurrency, seed } = run;
  const depth: Depth = run.depth;
  const { only: _, skip: __, reportDir: ___, ...given } = (value['run'] ?? {}) as Record<string, unknown>;
  return {
    ...given,
    depth,
    seed,
    maxRequests,
    concurrency: Math.max(1, Math.floor(concurrency / jobs)),
    ...(rate > 0 ? { rate: Math.max(Math.floor((rate / jobs) * 100) / 100, 0.01) } : {}),
  };
}
