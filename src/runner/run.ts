/** One run from settings to the report document. Prints nothing, writes nothing, ends no process. */
import { groupIds } from '../core/causes/groups.ts';
import type { FailOn, Settings } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { judgeRun } from '../core/gate.ts';
import { joinLeftBehind, type LeftBehind } from '../core/left-behind.ts';
import type { ConformanceReport } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import type { Verdict } from '../core/verdict.ts';
import { findWaiverProblems, waiverInForce } from '../core/waivers.ts';
import { reportRequirement, summarize } from './document.ts';
import { selectRequirements } from './select.ts';
import type { SuiteThread } from './suite-thread.ts';
import { type RunsSuites, runSuites, type SuitesResult } from './vitest.ts';

export interface RunOptions {
  readonly settings: Settings;
  readonly catalogue: readonly Requirement[];
  readonly failOn: FailOn;
  /** Version of this package, for the report. */
  readonly version: string;
  /** Where the report will be, for its replay commands. */
  readonly reportFile: string;
  readonly target?: Omit<ConformanceReport['target'], 'baseUrl'>;
  readonly onStart?: (requirements: readonly Requirement[]) => void;
  readonly onVerdict?: (requirement: Requirement, verdict: Verdict) => void;
  /** Called now and then with the number of requests sent so far. */
  readonly onProgress?: (requests: number) => void;
  /** Called with the length of each long wait, ms: the target asks for fewer requests. */
  readonly onWait?: (ms: number) => void;
  /** Called with what was created on the target since it was called last. */
  readonly onCreated?: (left: LeftBehind) => void;
  readonly signal?: AbortSignal;
  /** What runs the checks; default vitest, in a worker. */
  readonly runsSuites?: RunsSuites;
  /** The thread of the checks, if it was started before. */
  readonly thread?: SuiteThread | undefined;
}

export interface RunResult {
  readonly report: ConformanceReport;
  /** Failures of the kit that belong to no requirement. */
  readonly problems: readonly string[];
  /** What the run created on its target. */
  readonly leftBehind: LeftBehind;
}

/** Decides the selected requirements and builds the report. @throws UsageError if a glob matches nothing */
export async function runConformance(options: RunOptions): Promise<RunResult> {
  const { settings, catalogue } = options;
  const selected = selectRequirements(catalogue, settings.run.only, settings.run.skip);
  const byId = new Map(selected.map((requirement) => [requirement.id, requirement]));
  const decidable = selected.filter(({ excluded }) => excluded === undefined);
  options.onStart?.(decidable);
  const startedAt = new Date();
  const starts: Record<string, number> = {};
  const created: LeftBehind[] = [];
  const result = await (options.runsSuites ?? runSuites)({
    assignment: { settings, rows: decidable.map(({ id }) => id) },
    onVerdict: (id, verdict) => {
      starts[id] = Math.max(0, Date.now() - startedAt.getTime() - (verdict.ms ?? 0));
      options.onVerdict?.(byId.get(id)!, verdict);
    },
    onCreated: (left) => {
      created.push(left);
      options.onCreated?.(left);
    },
    ...defined({
      onProgress: options.onProgress,
      onWait: options.onWait,
      signal: options.signal,
      thread: options.thread,
    }),
  });
  const undecided = decidable.filter(({ id }) => !result.verdicts.has(id));
  const problems = [...result.problems, ...(result.interrupted ? [] : lostProblems(undecided))];
  const report = buildReport(options, selected, result, problems, startedAt);
  // A worker that died has told no totals.
  const leftBehind = result.totals?.leftBehind ?? joinLeftBehind(...created);
  return { report: { ...report, run: { ...report.run, starts } }, problems, leftBehind };
}

/**
 * The report of a run that has ended.
 * @param kitProblems failures of the kit that belong to no requirement
 */
export function buildReport(
  options: RunOptions,
  selected: readonly Requirement[],
  result: SuitesResult,
  kitProblems: readonly string[],
  startedAt: Date,
): ConformanceReport {
  const { settings, catalogue, failOn, reportFile } = options;
  const { verdicts, totals } = result;
  const { waivers } = settings;
  const today = startedAt.toISOString().slice(0, 10);
  const requirements = selected.map((requirement) => {
    const { id } = requirement;
    const waiver = waiverInForce(waivers, id, today);
    return reportRequirement(requirement, verdicts.get(id), waiver, reportFile, totals?.remedies);
  });
  const groups = groupIds(requirements, failOn);
  const waiverProblems = findWaiverProblems(waivers, new Set(catalogue.map(({ id }) => id)), verdicts, today);
  const details = detailsOf(options, result, startedAt);
  return {
    schemaVersion: 1,
    kit: { name: 'cawl-conformance', version: options.version },
    target: { baseUrl: settings.baseUrl, ...options.target },
    run: details,
    verdict: judgeRun({ requirements, waiverProblems, kitProblems, run: details }),
    summary: summarize(requirements),
    requirements,
    ...(groups.length === 0 ? {} : { groups }),
    observations: totals?.observations ?? [],
    ...(waiverProblems.length === 0 ? {} : { waiverProblems }),
  };
}

/** How the run was configured, and what it took. */
function detailsOf({ settings, failOn }: RunOptions, { verdicts, totals, interrupted }: SuitesResult, startedAt: Date) {
  const { run } = settings;
  return {
    seed: run.seed,
    depth: run.depth,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    requests: totals?.requests ?? 0,
    retries: totals?.retries ?? 0,
    shard: null,
    ...(interrupted ? { interrupted: true } : {}),
    ...(run.insecure ? { insecure: true as const } : {}),
    ...(run.readOnly === true ? { readOnly: true as const } : {}),
    node: process.version,
    failOn,
    times: timesOf(verdicts),
    ...defined({
      lost: totals?.lost,
      latency: totals?.latency,
      inFlight: totals?.inFlight,
      created: createdBy(totals?.leftBehind),
      tokenRejectedFrom: totals?.tokenRejectedFrom,
    }),
    ...(Object.keys(totals?.excused ?? {}).length === 0 ? {} : { excused: totals!.excused }),
    ...((totals?.unconfirmed ?? []).length === 0 ? {} : { unconfirmed: totals!.unconfirmed }),
  };
}

function createdBy(left: LeftBehind | undefined) {
  return left && { users: left.users.length, events: left.events.length };
}

function timesOf(verdicts: SuitesResult['verdicts']): Record<string, number> {
  return Object.fromEntries([...verdicts].flatMap(([id, { ms }]) => (ms === undefined ? [] : [[id, ms] as const])));
}

/** A completed run has a verdict for every requirement; a missing one is an internal error. */
function lostProblems(undecided: readonly Requirement[]): string[] {
  if (undecided.length === 0) return [];
  const named = undecided.slice(0, 5).map(({ id }) => id);
  const count = `${undecided.length} ${undecided.length === 1 ? 'requirement has' : 'requirements have'}`;
  return [`${count} no verdict: ${named.join(', ')}${undecided.length > 5 ? ' and more' : ''}`];
}
