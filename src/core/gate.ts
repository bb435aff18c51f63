/**
 * The gate: what the verdicts of a run add up to. The only place that decides which levels count,
 * the verdict of the run, what is new against an earlier report, and the exit status. It decides and never prints: runner,
 * session, reports and commands ask here and put the answer into words. A new verdict for a run starts in `runVerdicts` and
 * {@link judgeRun}; the compiler then names every table that needs a word for it.
 */
import { isSuspect } from './causes/place.ts';
import type { FailOn } from './config.ts';
import type { ConformanceReport, ReportedRequirement, ReportedVerdict, RunVerdict, WaiverProblem } from './report.ts';
import { type Area, isFromSpecification, type Level } from './requirement.ts';

export interface GatePolicy {
  readonly failOn: FailOn;
  /** Whether an incomplete run, and a gating requirement that could not be decided, fails. */
  readonly requireComplete: boolean;
}

/** 0 conformant or incomplete, 1 not conformant, 3 could not be judged, 130 interrupted. */
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

/** What of a requirement the verdict of a run depends on. */
type JudgedRow = Pick<ReportedRequirement, 'id' | 'area' | 'level' | 'verdict' | 'setting' | 'place'>;

export interface RunResult {
  /** Those that were selected. */
  readonly requirements: readonly JudgedRow[];
  readonly waiverProblems: readonly WaiverProblem[];
  /** Failures of the kit that belong to no requirement. */
  readonly kitProblems: readonly string[];
  readonly run: Pick<ConformanceReport['run'], 'depth' | 'failOn' | 'interrupted'>;
}

/**
 * The verdict of a run. A kit that broke has not shown that a target conforms, whatever it decided before; and depth `quick`
 * takes too few samples to show it. Where only the configuration is suspected, the target was not judged. What a run that was
 * stopped left open says nothing about the target.
 */
export function judgeRun({ requirements, waiverProblems, kitProblems, run }: RunResult): RunVerdict {
  const gating = requirements.filter(({ level }) => failsGate(level, run.failOn));
  const failures = gating.filter(({ verdict }) => verdict === 'fail');
  if (waiverProblems.length > 0 || failures.some((row) => !isSuspect(row))) return 'nonConformant';
  if (failures.length > 0) return 'undecided';
  const kitBroke = kitProblems.length > 0 || requirements.some(({ verdict }) => verdict === 'error');
  if (run.interrupted === true && !kitBroke) return 'incomplete';
  if (kitBroke || tooMuchOpen(requirements, run.failOn) !== undefined) return 'undecided';
  const isWhole = run.depth !== 'quick' && completeness(requirements).open.length === 0;
  return isWhole ? 'conformant' : 'incomplete';
}

/** The stated and derived requirements, which a conformant run has decided, and those of them that are open. */
export function completeness<Row extends Pick<JudgedRow, 'level' | 'verdict'>>(
  requirements: readonly Row[],
): { readonly required: readonly Row[]; readonly open: readonly Row[] } {
  const required = requirements.filter(
    ({ level, verdict }) => isFromSpecification(level) && verdict !== 'notApplicable',
  );
  return { required, open: required.filter(({ verdict }) => verdict === 'inconclusive') };
}

/** Why so much was left open that the target counts as not judged. */
export type TooMuchOpen =
  | { readonly kind: 'everything' }
  | { readonly kind: 'operation'; readonly id: string }
  | { readonly kind: 'area'; readonly area: Area }
  | { readonly kind: 'share'; readonly open: number; readonly required: number };

/** The share of the stated and derived requirements that, left open, makes a run undecided. */
const openShare = 1 / 5;

/**
 * Whether a target was judged at all. What a setting of the run left open does not count here: the user chose so, and the run
 * is incomplete.
 */
export function tooMuchOpen(requirements: readonly JudgedRow[], failOn?: FailOn): TooMuchOpen | undefined {
  const isDecided = ({ level, verdict }: JudgedRow) =>
    failsGate(level, failOn) && (verdict === 'pass' || verdict === 'waived' || verdict === 'fail');
  if (!requirements.some(isDecided)) return { kind: 'everything' };
  const { required, open } = completeness(requirements.filter(({ setting }) => setting === undefined));
  const operation = open.find(({ id }) => id.endsWith('/accepts-valid'));
  if (operation !== undefined) return { kind: 'operation', id: operation.id };
  const whole = open.find(({ area }) => required.every((row) => row.area !== area || row.verdict === 'inconclusive'));
  if (whole !== undefined) return { kind: 'area', area: whole.area };
  if (open.length > 0 && open.length >= openShare * required.length)
    return { kind: 'share', open: open.length, required: required.length };
  return undefined;
}

/** A run compared with an earlier one: what fails it when only new problems may. */
export interface Comparison {
  readonly fails: boolean;
  /** Gating failures of the later run. */
  readonly failures: readonly ReportedRequirement[];
  /** Those that neither failed nor were waived in the earlier run. */
  readonly newFailures: readonly ReportedRequirement[];
  /** Gating requirements that are undecided now and passed before; all that were decided if the run must be complete. */
  readonly newlyUndecided: readonly ReportedRequirement[];
  /** Gating requirements that the earlier run decided and this one does not have. */
  readonly gone: readonly ReportedRequirement[];
  readonly waiverProblems: readonly WaiverProblem[];
}

/**
 * `--compare-to`: what no longer passes is worse, whether it fails, is not decided or is gone. A waiver that no longer holds
 * fails the run even when nothing else is new.
 * @param selected whether the run left requirements out by `--only` or `--skip`: none of them is gone then
 */
export function compareRuns(
  report: ConformanceReport,
  earlier: Pick<ConformanceReport, 'requirements'>,
  policy: GatePolicy,
  selected = false,
): Comparison {
  const before = new Map(earlier.requirements.map(({ id, verdict }) => [id, verdict]));
  const wereKnown = new Set(earlier.requirements.filter(hadFailed).map(({ id }) => id));
  const gating = (verdict: ReportedVerdict) =>
    report.requirements.filter((row) => row.verdict === verdict && failsGate(row.level, policy.failOn));
  const failures = gating('fail');
  const newFailures = failures.filter(({ id }) => !wereKnown.has(id));
  const newlyUndecided = gating('inconclusive').filter(({ id }) =>
    policy.requireComplete ? before.get(id) !== 'inconclusive' : before.get(id) === 'pass',
  );
  const here = new Set(report.requirements.map(({ id }) => id));
  const gone = earlier.requirements.filter(
    ({ id, level, verdict }) =>
      !selected && !here.has(id) && failsGate(level, policy.failOn) && (verdict === 'pass' || verdict === 'fail'),
  );
  const waiverProblems = report.waiverProblems ?? [];
  const fails = newFailures.length + newlyUndecided.length + gone.length + waiverProblems.length > 0;
  return { fails, failures, newFailures, newlyUndecided, gone, waiverProblems };
}

/** Whether it failed, waived or not; a waiver may also cover what was not decided. */
function hadFailed({ verdict, wouldDecide }: ReportedRequirement): boolean {
  return verdict === 'fail' || (verdict === 'waived' && wouldDecide === undefined);
}

/** The exit status of a comparison: what could not be judged weighs most, since it may hide a failure. */
export function matrixStatus({
  implementations,
}: {
  readonly implementations: readonly { readonly freshness: string; readonly verdict?: RunVerdict }[];
}): ExitStatus {
  if (implementations.some(({ freshness, verdict }) => freshness !== 'judged' || verdict === 'undecided')) return 3;
  return implementations.some(({ verdict }) => verdict === 'nonConformant') ? 1 : 0;
}

/**
 * The exit status of a run.
 * @param comparison with an earlier report, if only new problems may fail the run
 */
export function exitStatus(
  report: ConformanceReport,
  policy: GatePolicy,
  kitProblems: readonly string[] = [],
  comparison?: Comparison,
): ExitStatus {
  if (report.run.interrupted === true) return 130;
  // A shard that is read twice takes nothing away.
  if (report.run.merged?.problems.some(({ kind }) => kind !== 'duplicate') === true) return 3;
  if (report.verdict === 'undecided') return 3;
  if (comparison?.fails === true) return 1;
  const isOpen =
    report.verdict === 'incomplete' ||
    report.requirements.some((row) => row.verdict === 'inconclusive' && failsGate(row.level, policy.failOn));
  if (report.verdict !== 'nonConformant' && !(policy.requireComplete && isOpen)) return 0;
  if (comparison === undefined) return 1;
  return kitProblems.length > 0 ? 3 : 0;
}
