/** Compares two reports requirement by requirement: what got worse, got better, or is no longer decided. Pure. */
import type { FailOn } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { failsGate } from '../core/gate.ts';
import type { ConformanceReport, Observation, ReportedRequirement, ReportedVerdict } from '../core/report.ts';
import { type Level, levels } from '../core/requirement.ts';
import { oneLine } from './visible-text.ts';

/** One requirement in both reports; a verdict is null if the requirement is in only one of them. */
export interface DiffRow {
  readonly id: string;
  /** As in the later report. */
  readonly level: Level;
  readonly statement: string;
  readonly before: ReportedVerdict | null;
  readonly after: ReportedVerdict | null;
  /** The message of the later report; of the earlier one if the requirement is gone. */
  readonly message?: string;
  readonly wouldDecide?: string;
}

/** A gap in which the choice differs; undefined if it was not observed. */
export interface ObservationChange {
  readonly gap: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface ReportDiff {
  /** Whether a gating requirement fails now, no longer passes or is gone: exit status 1. */
  readonly regressed: boolean;
  /** What the gate of the later run counts. */
  readonly failOn: FailOn;
  readonly verdict: { readonly before: ConformanceReport['verdict']; readonly after: ConformanceReport['verdict'] };
  readonly target: { readonly before: string; readonly after: string };
  /** Failing now, and not before. */
  readonly worse: readonly DiffRow[];
  /** The same at a level that the gate does not count. */
  readonly advice: readonly DiffRow[];
  /** Passing now, after a failure or no decision. */
  readonly better: readonly DiffRow[];
  /** Decided before, and not now; includes internal errors of the kit. */
  readonly undecided: readonly DiffRow[];
  /** Any other change, such as a failure that is now waived. */
  readonly changed: readonly DiffRow[];
  /** Only in the later report. A failure here is not a regression, since nothing was known about it. */
  readonly added: readonly DiffRow[];
  /** Only in the earlier report. */
  readonly gone: readonly DiffRow[];
  /** Failing in both. */
  readonly stillFailing: readonly DiffRow[];
  readonly unchanged: number;
  readonly observations: readonly ObservationChange[];
  readonly requests: { readonly before: number; readonly after: number };
  readonly durationMs: { readonly before: number; readonly after: number };
}

type Bucket = 'worse' | 'advice' | 'better' | 'undecided' | 'changed' | 'added' | 'gone' | 'stillFailing' | 'same';

/** Compares an earlier report with a later one. Requirements come by level, in the order of the later report. */
export function diffReports(before: ConformanceReport, after: ConformanceReport): ReportDiff {
  const earlier = new Map(before.requirements.map((row) => [row.id, row]));
  const later = new Map(after.requirements.map((row) => [row.id, row]));
  const rows: { [bucket in Bucket]: DiffRow[] } = {
    worse: [],
    advice: [],
    better: [],
    undecided: [],
    changed: [],
    added: [],
    gone: [],
    stillFailing: [],
    same: [],
  };
  for (const row of after.requirements) {
    const old = earlier.get(row.id);
    const bucket = old === undefined ? 'added' : bucketOf(old.verdict, row.verdict);
    const isAdvice = bucket === 'worse' && !failsGate(row.level, after.run.failOn);
    rows[isAdvice ? 'advice' : bucket].push(diffRow(row, old?.verdict ?? null, row.verdict));
  }
  for (const row of before.requirements) if (!later.has(row.id)) rows.gone.push(diffRow(row, row.verdict, null));
  for (const list of Object.values(rows)) list.sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  const { same, ...listed } = rows;
  return {
    regressed: worseRows(rows, after.run.failOn).length > 0,
    failOn: after.run.failOn ?? 'gate',
    verdict: { before: before.verdict, after: after.verdict },
    target: { before: before.target.baseUrl, after: after.target.baseUrl },
    ...listed,
    unchanged: same.length + rows.stillFailing.length,
    observations: observationChanges(before.observations, after.observations),
    requests: { before: before.run.requests, after: after.run.requests },
    durationMs: { before: before.run.durationMs, after: after.run.durationMs },
  };
}

/** The gating requirements that no longer pass: they fail, are not decided, or are gone. */
export function worseRows(
  { worse, undecided, gone }: Pick<ReportDiff, 'worse' | 'undecided' | 'gone'>,
  failOn?: FailOn,
): DiffRow[] {
  const isWorse = ({ level, before }: DiffRow) => before === 'pass' && failsGate(level, failOn);
  return [...worse, ...undecided.filter(isWorse), ...gone.filter(isWorse)];
}

function bucketOf(before: ReportedVerdict, after: ReportedVerdict): Bucket {
  const open = (verdict: ReportedVerdict) => verdict === 'inconclusive' || verdict === 'error';
  if (before === after) return after === 'fail' ? 'stillFailing' : 'same';
  if (after === 'fail') return 'worse';
  if (open(after)) return open(before) ? 'changed' : 'undecided';
  return after === 'pass' && (before === 'fail' || before === 'waived' || open(before)) ? 'better' : 'changed';
}

function diffRow(row: ReportedRequirement, before: ReportedVerdict | null, after: ReportedVerdict | null): DiffRow {
  return {
    id: row.id,
    level: row.level,
    statement: row.statement,
    before,
    after,
    ...defined({ message: row.message, wouldDecide: row.wouldDecide }),
  };
}

function observationChanges(before: readonly Observation[], after: readonly Observation[]): ObservationChange[] {
  const earlier = new Map(before.map((seen) => [seen.gap, seen.value]));
  const later = new Map(after.map((seen) => [seen.gap, seen.value]));
  return [...new Set([...later.keys(), ...earlier.keys()])]
    .map((gap) => ({ gap, before: earlier.get(gap), after: later.get(gap) }))
    .filter((change) => oneLine(change.before) !== oneLine(change.after));
}
