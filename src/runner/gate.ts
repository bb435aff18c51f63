/** From outcomes to the report document and the exit status: waivers, summary, and what fails the gate. */
import type { Settings, Waiver } from '../core/config.ts';
import type { ConformanceReport, ReportedRequirement, ReportedVerdict, Summary } from '../core/report.ts';
import { type Level, levels, type Requirement } from '../core/requirement.ts';
import { sectionText } from '../core/source.ts';
import type { Verdict } from '../core/verdict.ts';
import { verdictKinds } from '../core/verdict.ts';

export interface GateOptions {
  readonly failOn: 'gate' | 'advisory';
  readonly requireComplete: boolean;
}

/** 0 conformant, 1 not, 3 not judged, 130 interrupted. */
export type ExitStatus = 0 | 1 | 3 | 130;

/** One row as the report shows it, with its waiver applied. */
export function reportRow(
  row: Requirement,
  outcome: Verdict | undefined,
  waiver: Waiver | undefined,
  reportFile: string,
): ReportedRequirement {
  const base = {
    id: row.id,
    level: outcome?.level ?? row.level,
    area: row.area,
    section: sectionText(row.source),
    source: [row.source].flat(),
    operation: row.operation,
    statement: row.statement,
    ...(row.because === undefined ? {} : { because: row.because }),
    decidedBy: row.decidedBy,
    ...(row.observes === undefined ? {} : { observes: row.observes }),
  };
  if (row.excluded !== undefined)
    return { ...base, verdict: 'notApplicable', message: `no check: ${row.excluded}`, exchanges: 0 };
  if (outcome === undefined)
    return {
      ...base,
      verdict: 'inconclusive',
      message: 'not reached: the run was stopped before',
      wouldDecide: 'a run to its end',
      exchanges: 0,
    };
  const { verdict, exchanges } = outcome;
  switch (outcome.verdict) {
    case 'pass':
      return {
        ...base,
        verdict,
        exchanges,
        ...(outcome.message === undefined ? {} : { message: outcome.message }),
        ...(outcome.samples === undefined ? {} : { samples: outcome.samples }),
      };
    case 'fail': {
      const { message, samples, counterexample, illustrations, evidence, capsule } = outcome;
      return {
        ...base,
        verdict: waiver === undefined ? 'fail' : 'waived',
        exchanges,
        message,
        ...(samples === undefined ? {} : { samples }),
        ...(counterexample === undefined ? {} : { counterexample }),
        ...(illustrations === undefined ? {} : { illustrations }),
        evidence,
        ...(capsule === undefined ? {} : { capsule }),
        replay: `cawl replay ${reportFile} ${row.id}`,
        ...(waiver === undefined ? {} : { waiver: { reason: waiver.reason, until: waiver.until } }),
      };
    }
    case 'inconclusive':
      return {
        ...base,
        verdict,
        exchanges,
        message: outcome.message,
        wouldDecide: outcome.wouldDecide,
        ...(outcome.evidence === undefined ? {} : { evidence: outcome.evidence }),
      };
    default:
      return { ...base, verdict, exchanges, message: outcome.message };
  }
}

/** A waiver holds through its last day, in UTC. */
export function holds(waiver: Waiver, today: string): boolean {
  return waiver.until >= today;
}

/** Lists of known failures must not rot: what is wrong with each waiver, given how the rows came out without them. */
export function waiverProblems(
  settings: Pick<Settings, 'waivers'>,
  catalogue: readonly Requirement[],
  outcomes: ReadonlyMap<string, Verdict>,
  today: string,
): { requirement: string; problem: string }[] {
  const problems: { requirement: string; problem: string }[] = [];
  for (const waiver of settings.waivers) {
    const verdict = outcomes.get(waiver.requirement)?.verdict;
    if (!catalogue.some((row) => row.id === waiver.requirement))
      problems.push({
        requirement: waiver.requirement,
        problem: 'matches no requirement: remove it, or correct the id (cawl list)',
      });
    else if (!holds(waiver, today))
      problems.push({
        requirement: waiver.requirement,
        problem: `expired on ${waiver.until}: mend the target, or agree on a new date`,
      });
    else if (verdict === 'pass')
      problems.push({ requirement: waiver.requirement, problem: 'the requirement passes: remove the waiver' });
  }
  return problems;
}

export function summarize(rows: readonly ReportedRequirement[]): Summary {
  const words: readonly ReportedVerdict[] = [...verdictKinds, 'waived'];
  const none = () => Object.fromEntries(words.map((word) => [word, 0])) as Record<ReportedVerdict, number>;
  const summary = Object.fromEntries(levels.map((level) => [level, none()])) as Record<
    Level,
    Record<ReportedVerdict, number>
  >;
  for (const row of rows) summary[row.level][row.verdict] += 1;
  return summary;
}

/** Whether a failure of this level fails the gate. */
export function gated(level: Level, failOn: GateOptions['failOn']): boolean {
  return level !== 'advisory' || failOn === 'advisory';
}

export function verdictOf(
  rows: readonly ReportedRequirement[],
  problems: readonly unknown[],
  options: GateOptions,
): ConformanceReport['verdict'] {
  const counted = rows.filter((row) => gated(row.level, options.failOn));
  if (problems.length > 0 || counted.some((row) => row.verdict === 'fail')) return 'nonConformant';
  const decided = counted.some((row) => row.verdict === 'pass' || row.verdict === 'waived');
  const kitFailed = rows.some((row) => row.verdict === 'error');
  return decided && !kitFailed ? 'conformant' : 'undecided';
}

export function exitStatus(report: ConformanceReport, options: GateOptions): ExitStatus {
  if (report.run.interrupted === true) return 130;
  if (report.verdict === 'nonConformant') return 1;
  if (report.verdict === 'undecided') return 3;
  const open = report.requirements.some((row) => row.verdict === 'inconclusive' && gated(row.level, options.failOn));
  return open && options.requireComplete ? 1 : 0;
}
