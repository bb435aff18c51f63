/**
 * Joins the reports of the jobs of one target into one, and decides the gate anew over all of them. A job whose report is
 * missing, partial or foreign is named; what it was to decide is undecided, so that no shard that was lost looks like a pass.
 */
import { groupIds } from '../core/causes/groups.ts';
import { UsageError } from '../core/errors.ts';
import { judgeRun } from '../core/gate.ts';
import type { ConformanceReport, ReportedJob, ReportedRequirement, ShardProblem } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import type { VerdictKind } from '../core/verdict.ts';
import { findWaiverProblems } from '../core/waivers.ts';
import { reportRequirement, summarize } from '../runner/document.ts';
import { selectRequirements } from '../runner/select.ts';
import { mergeRows } from './merge-rows.ts';
import { mergeLatencies, mergeObservations } from './merge-totals.ts';

/** A report with the folder it was read from; `problem` if none could be read there. */
export type ShardReport =
  | { readonly from: string; readonly report: ConformanceReport }
  | { readonly from: string; readonly problem: string };

interface Placed {
  readonly from: string;
  readonly report: ConformanceReport;
  readonly job: ReportedJob;
}

/**
 * @param shards of one target; what most of them have in common tells which plan they are of
 * @throws UsageError if no job wrote a report
 */
export function mergeReports(shards: readonly ShardReport[], catalogue: readonly Requirement[]): ConformanceReport {
  const problems: ShardProblem[] = [];
  const all: Placed[] = [];
  for (const shard of shards) {
    const found = placed(shard);
    if ('job' in found) all.push(found);
    else problems.push(found);
  }
  const first = oneOfMost(all);
  if (first === undefined) throw nothingToMerge(problems);
  const kept: Placed[] = [];
  for (const one of all) {
    const problem = problemOf(one, first, kept);
    if (problem === undefined) kept.push(one);
    else problems.push(problem);
  }
  problems.push(...partialShards(kept), ...missingShards(kept, first.job.of));
  const requirements = selectRequirements(catalogue, first.job.selection.only, first.job.selection.skip).map((row) =>
    mergedRow(row, kept, problems),
  );
  return reportOf(kept, requirements, problems, catalogue);
}

function placed(shard: ShardReport): Placed | ShardProblem {
  const { from } = shard;
  if ('problem' in shard) return { shard: from, kind: 'missing', problem: shard.problem };
  const { report } = shard;
  const { job } = report.run;
  if (job === undefined)
    return { shard: from, kind: 'foreign', problem: 'is not the report of a job: it names no plan' };
  return { from, report, job };
}

function nothingToMerge([first]: readonly ShardProblem[]): UsageError {
  if (first === undefined) return new UsageError('there is no report to merge');
  return new UsageError(`${first.shard} ${first.problem}`, 'cawl merge joins what cawl run --job wrote', 'FILE_ERROR');
}

/** What the reports of one plan have in common, by its name. */
function commonOf({ report, job }: Placed): Readonly<Record<string, string | number | undefined>> {
  return {
    plan: job.plan,
    'version of the kit': report.kit.version,
    implementation: job.implementation,
    target: targetOf(report),
    seed: report.run.seed,
    depth: report.run.depth,
  };
}

/** The first of those that have the same in common, which are most: a report that an earlier plan left is not among them. */
function oneOfMost(all: readonly Placed[]): Placed | undefined {
  const counts = new Map<string, number>();
  const keyOf = (one: Placed) => JSON.stringify(commonOf(one));
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return all.find((one) => counts.get(keyOf(one)) === most);
}

const nameOf = ({ index, of }: Pick<ReportedJob, 'index' | 'of'>) => `shard ${index + 1} of ${of}`;

/** Why a report cannot be joined with the others. */
function problemOf(one: Placed, first: Placed, kept: readonly Placed[]): ShardProblem | undefined {
  const { from, job } = one;
  const expected = commonOf(first);
  const other = Object.entries(commonOf(one)).find(([name, actual]) => actual !== expected[name]);
  if (other !== undefined)
    return {
      shard: from,
      kind: 'foreign',
      problem: `its ${other[0]} is ${other[1]}; expected ${expected[other[0]]}`,
    };
  const same = kept.find((one) => one.job.index === job.index);
  if (same === undefined) return undefined;
  return { shard: nameOf(job), kind: 'duplicate', problem: `is in ${same.from} and in ${from}; the first one counts` };
}

/** An embedded server has another port in each job. */
function targetOf({ target }: ConformanceReport): string {
  return target.embedded === true ? `the embedded server${target.fault ?? ''}` : target.baseUrl;
}

function whyPartial({ run }: ConformanceReport): string | undefined {
  if (run.unjudged !== undefined) return `could not judge the target: ${run.unjudged.reason}`;
  return run.interrupted === true ? 'was stopped before its end' : undefined;
}

function partialShards(kept: readonly Placed[]): ShardProblem[] {
  return kept
    .filter(({ report }) => whyPartial(report) !== undefined)
    .map(({ job, from, report }) => ({
      shard: nameOf(job),
      kind: 'partial' as const,
      problem: `${whyPartial(report)} (${from})`,
    }));
}

function missingShards(kept: readonly Placed[], of: number): ShardProblem[] {
  const here = new Set(kept.map(({ job }) => job.index));
  return Array.from({ length: of }, (_, index) => index)
    .filter((index) => !here.has(index))
    .map((index) => ({ shard: nameOf({ index, of }), kind: 'missing' as const, problem: 'has no report' }));
}

function mergedRow(
  requirement: Requirement,
  kept: readonly Placed[],
  problems: readonly ShardProblem[],
): ReportedRequirement {
  const found = kept.flatMap(({ report, job }) =>
    report.requirements
      .filter(({ id }) => id === requirement.id)
      .map((row) => ({ row, job, isPartial: report.run.interrupted === true })),
  );
  const [first] = found;
  const whole = found.filter(({ isPartial }) => !isPartial);
  const isDecided = first !== undefined && whole.length >= (first.job.samples?.of ?? 1);
  // What was found stands, however many samples are missing.
  const hasFailed = found.some(({ row }) => row.verdict === 'fail' || row.verdict === 'error');
  if (isDecided || hasFailed) return mergeRows(found.map(({ row }) => row));
  const undecided = reportRequirement(requirement, undefined, undefined, '');
  if (requirement.excluded !== undefined) return undecided;
  const stopped = found.filter(({ isPartial }) => isPartial).map(({ job }) => nameOf(job));
  const absent = problems.filter(
    ({ kind, shard }) => kind === 'missing' || kind === 'foreign' || stopped.includes(shard),
  );
  const why = absent.map(({ shard, problem }) => `${shard} ${problem}`).join('; ');
  return {
    ...undecided,
    message: `not decided: ${why === '' ? 'no shard decided it' : why}`,
    wouldDecide: 'the report of every shard of the plan',
  };
}

function reportOf(
  kept: readonly Placed[],
  requirements: readonly ReportedRequirement[],
  problems: readonly ShardProblem[],
  catalogue: readonly Requirement[],
): ConformanceReport {
  const [{ report: first, job }] = kept as readonly [Placed, ...Placed[]];
  const reports = kept.map(({ report }) => report);
  const groups = groupIds(requirements, first.run.failOn);
  const verdicts = new Map(requirements.map(({ id, verdict }) => [id, { verdict: verdict as VerdictKind }]));
  const waiverProblems = findWaiverProblems(
    job.waivers ?? [],
    new Set(catalogue.map(({ id }) => id)),
    verdicts,
    first.run.startedAt.slice(0, 10),
  );
  const kitProblems = problems.filter(({ kind }) => kind !== 'duplicate').map(({ problem }) => problem);
  const run = runOf(reports, job, kept.length, problems);
  const { groups: _, waiverProblems: __, ...rest } = first;
  return {
    ...rest,
    run,
    verdict: judgeRun({ requirements, waiverProblems, kitProblems, run }),
    summary: summarize(requirements),
    requirements,
    ...(groups.length === 0 ? {} : { groups }),
    observations: mergeObservations(reports),
    ...(waiverProblems.length === 0 ? {} : { waiverProblems }),
  };
}

function runOf(
  reports: readonly ConformanceReport[],
  { plan, implementation, version, selection }: ReportedJob,
  shards: number,
  problems: readonly ShardProblem[],
): ConformanceReport['run'] {
  const [first] = reports;
  const of = first!.run.job!.of;
  const starts = reports.map(({ run }) => Date.parse(run.startedAt));
  const began = Math.min(...starts);
  const ended = Math.max(...reports.map(({ run }, index) => starts[index]! + run.durationMs));
  const sum = (number: (run: ConformanceReport['run']) => number) =>
    reports.reduce((all, { run }) => all + number(run), 0);
  const { inFlight: _, interrupted: __, unjudged: ___, shard: ____, tokenRejectedFrom: _____, ...rest } = first!.run;
  return {
    ...rest,
    startedAt: new Date(began).toISOString(),
    durationMs: ended - began,
    requests: sum(({ requests }) => requests),
    retries: sum(({ retries }) => retries),
    shard: null,
    job: {
      plan,
      index: 0,
      of: 1,
      ...(implementation === undefined ? {} : { implementation }),
      ...(version === undefined ? {} : { version }),
      selection,
    },
    merged: { shards, of, problems },
    times: Object.assign({}, ...reports.map(({ run }) => run.times ?? {})),
    starts: Object.assign(
      {},
      ...reports.map(({ run }, index) =>
        Object.fromEntries(Object.entries(run.starts ?? {}).map(([id, ms]) => [id, ms + starts[index]! - began])),
      ),
    ),
    latency: mergeLatencies(reports),
  };
}
