/**
 * The gate: what the verdicts of a run add up to. The only place that decides which levels count, which waivers are in force,
 * the verdict of the run, what is new against an earlier report, and the exit status. It decides and never prints: runner,
 * session, reports and commands ask here and put the answer into words. A new verdict for a run starts in `runVerdicts` and
 * {@link judgeRun}; the compiler then names every table that needs a word for it.
 */
import type { FailOn, Waiver } from './config.ts';
import type { ConformanceReport, ReportedRequirement, ReportedVerdict, RunVerdict, WaiverProblem } from './report.ts';
import type { Level } from './requirement.ts';
import type { VerdictKind } from './verdict.ts';

export interface GatePolicy {
  readonly failOn: FailOn;
  /** Whether a gating requirement that could not be decided fails the run. */
  readonly requireComplete: boolean;
}

/** 0 conformant, 1 not conformant, 3 could not be judged, 130 interrupted. */
export type ExitStatus = 0 | 1 | 3 | 130;

/** Whether a requirement of this level can fail the run. */
export function failsGate(level: Level, failOn: FailOn = 'gate'): boolean {
  return level !== 'advisory' || failOn === 'advisory';
}

/** Requirements with this verdict that the gate of this run counts, in the order of the report. */
export function gatingRequirements(
  { requirements, run }: Pick<ConformanceReport, 'requirements' | 'run'>,
  verdict: ReportedVerdict,
): ReportedRequirement[] {
  return requirements.filter((row) => row.verdict === verdict && failsGate(row.level, run.failOn));
}

/** The waiver in force for a requirement on this day (YYYY-MM-DD, UTC). A waiver holds through its last day. */
export function waiverInForce(waivers: readonly Waiver[], id: string, today: string): Waiver | undefined {
  return waivers.find((waiver) => waiver.requirement === id && isInForce(waiver, today));
}

/** The verdict that the report shows: a waiver excuses a failure and nothing else. */
export function reportedVerdict(verdict: VerdictKind, waiver: Waiver | undefined): ReportedVerdict {
  return verdict === 'fail' && waiver !== undefined ? 'waived' : verdict;
}

/**
 * What is wrong with each waiver: lists of known failures must not rot.
 * @param verdicts how each requirement ended, waivers aside; one that was not decided is absent
 */
export function findWaiverProblems(
  waivers: readonly Waiver[],
  ids: ReadonlySet<string>,
  verdicts: ReadonlyMap<string, { readonly verdict: VerdictKind }>,
  today: string,
): WaiverProblem[] {
  return waivers.flatMap((waiver) => {
    const { requirement, until } = waiver;
    if (!ids.has(requirement))
      return [{ requirement, problem: 'matches no requirement: remove it, or correct the id (cawl list)' }];
    if (!isInForce(waiver, today))
      return [{ requirement, problem: `expired on ${until}: fix the target, or agree on a new date` }];
    if (verdicts.get(requirement)?.verdict === 'pass')
      return [{ requirement, problem: 'the requirement passes: remove the waiver' }];
    return [];
  });
}

function isInForce(waiver: Waiver, today: string): boolean {
  return waiver.until >= today;
}

export interface RunResult {
  readonly requirements: readonly Pick<ReportedRequirement, 'level' | 'verdict'>[];
  readonly waiverProblems: readonly WaiverProblem[];
  /** Failures of the kit that belong to no requirement. */
  readonly kitProblems: readonly string[];
  readonly failOn: FailOn;
}

/** The verdict of a run. A kit that broke has not shown that a target conforms, whatever it decided before. */
export function judgeRun({ requirements, waiverProblems, kitProblems, failOn }: RunResult): RunVerdict {
  const gating = requirements.filter(({ level }) => failsGate(level, failOn));
  if (waiverProblems.length > 0 || gating.some(({ verdict }) => verdict === 'fail')) return 'nonConformant';
  const kitBroke = kitProblems.length > 0 || requirements.some(({ verdict }) => verdict === 'error');
  const decided = gating.some(({ verdict }) => verdict === 'pass' || verdict === 'waived');
  return decided && !kitBroke ? 'conformant' : 'undecided';
}

/** A run compared with an earlier one: what fails it when only new problems may. */
export interface Comparison {
  readonly fails: boolean;
  /** Gating failures of the later run. */
  readonly failures: readonly ReportedRequirement[];
  /** Those that neither failed nor were waived in the earlier run. */
  readonly newFailures: readonly ReportedRequirement[];
  /** Gating requirements that are undecided now and were not before; counted where the run must be complete. */
  readonly newlyUndecided: readonly ReportedRequirement[];
  readonly waiverProblems: readonly WaiverProblem[];
}

/** `--compare-to`: a waiver that no longer holds fails the run even when nothing else is new. */
export function compareRuns(
  report: ConformanceReport,
  earlier: Pick<ConformanceReport, 'requirements'>,
  policy: GatePolicy,
): Comparison {
  const before = new Map(earlier.requirements.map(({ id, verdict }) => [id, verdict]));
  const gating = (verdict: ReportedVerdict) =>
    report.requirements.filter((row) => row.verdict === verdict && failsGate(row.level, policy.failOn));
  const failures = gating('fail');
  const newFailures = failures.filter(({ id }) => before.get(id) !== 'fail' && before.get(id) !== 'waived');
  const newlyUndecided = policy.requireComplete
    ? gating('inconclusive').filter(({ id }) => before.get(id) !== 'inconclusive')
    : [];
  const waiverProblems = report.waiverProblems ?? [];
  const fails = newFailures.length + newlyUndecided.length + waiverProblems.length > 0;
  return { fails, failures, newFailures, newlyUndecided, waiverProblems };
}

/**
 * The exit status of a run.
 * @param comparison with an earlier report, where only new problems may fail the run
 */
export function exitStatus(
  report: ConformanceReport,
  policy: GatePolicy,
  kitProblems: readonly string[] = [],
  comparison?: Comparison,
): ExitStatus {
  if (report.run.interrupted === true) return 130;
  if (report.verdict === 'undecided') return 3;
  const incomplete =
    policy.requireComplete &&
    report.requirements.some((row) => row.verdict === 'inconclusive' && failsGate(row.level, policy.failOn));
  if (report.verdict === 'conformant' && !incomplete) return 0;
  if (comparison === undefined || comparison.fails) return 1;
  return kitProblems.length > 0 ? 3 : 0;
}
