/**
 * What every renderer reads out of a report: which rows fail the gate, what was not decided and why, the verdict in
 * words. One place, so that console, page and machine formats cannot disagree.
 */
import type { ConformanceReport, ReportedRequirement, ReportedVerdict } from '../core/report.ts';
import { type Area, areas, type Level, levels } from '../core/requirement.ts';
import { printSource } from '../core/source.ts';
import { plural } from './visible-text.ts';

export const reportedVerdicts: readonly ReportedVerdict[] = [
  'fail',
  'error',
  'inconclusive',
  'waived',
  'pass',
  'notApplicable',
];

/** Verdicts as reports say them. */
export const verdictWords: { readonly [verdict in ReportedVerdict]: string } = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'not decided',
  notApplicable: 'not applicable',
  waived: 'waived',
  error: 'kit error',
};

export const areaTitles: { readonly [area in Area]: string } = {
  operations: 'All four operations',
  auth: 'Bearer authentication',
  registration: 'Register and verify',
  create: 'Create a common event',
  logs: 'Search the logs of a webhook',
  gaps: 'Gaps and sentences without a check',
};

export const levelMeanings: { readonly [level in Level]: string } = {
  stated: 'a sentence of the specification says it',
  derived: 'it follows from stated sentences',
  declared: 'the implementer’s own choice in a gap',
  advisory: 'an Internet standard or good practice, not the specification',
};

/** Where a requirement comes from, as reports name it: `§4.4`. A report without `source` shows its `section` instead. */
export function sourceOf(row: Pick<ReportedRequirement, 'section' | 'source'>): string {
  return row.source === undefined ? row.section : printSource(row.source);
}

/** Whether a failure of this level fails the gate of this run. */
export function counts(report: ConformanceReport, level: Level): boolean {
  return level !== 'advisory' || report.run.failOn === 'advisory';
}

/** Rows of one verdict, those that the gate counts first: stated, derived, declared, advisory; otherwise as they came. */
export function rowsOf(report: ConformanceReport, verdict: ReportedVerdict): ReportedRequirement[] {
  return report.requirements
    .filter((row) => row.verdict === verdict)
    .sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
}

/** How many rows have each verdict, over all levels. */
export function totals(report: ConformanceReport): { readonly [verdict in ReportedVerdict]: number } {
  const sum = { pass: 0, fail: 0, inconclusive: 0, notApplicable: 0, waived: 0, error: 0 };
  for (const row of report.requirements) sum[row.verdict] += 1;
  return sum;
}

/** Rows that share the reason why they were not decided, and what would decide them. */
export interface UndecidedGroup {
  readonly reason: string;
  readonly wouldDecide: string | undefined;
  readonly rows: readonly ReportedRequirement[];
}

/** What was not decided, grouped by reason; the largest group first, those that the gate counts before the others. */
export function undecidedGroups(report: ConformanceReport): UndecidedGroup[] {
  const groups = new Map<string, { reason: string; wouldDecide: string | undefined; rows: ReportedRequirement[] }>();
  for (const row of rowsOf(report, 'inconclusive')) {
    // That a check was vacuous is what "not decided" says already.
    const reason = row.message?.replace(/^vacuous: /, '') ?? 'no reason given';
    const key = `${reason}\u0000${row.wouldDecide ?? ''}`;
    const group = groups.get(key) ?? { reason, wouldDecide: row.wouldDecide, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  const weight = (group: UndecidedGroup) => group.rows.filter((row) => counts(report, row.level)).length;
  return [...groups.values()].sort((a, b) => weight(b) - weight(a) || b.rows.length - a.rows.length);
}

/** Rows by area in catalogue order; areas without rows are left out, unknown ones come last. */
export function byArea(
  report: ConformanceReport,
): { readonly area: string; readonly title: string; readonly rows: readonly ReportedRequirement[] }[] {
  const names = new Set<string>([...areas, ...report.requirements.map((row) => row.area)]);
  return [...names]
    .map((area) => ({
      area,
      title: (areaTitles as Record<string, string>)[area] ?? area,
      rows: report.requirements.filter((row) => row.area === area),
    }))
    .filter((group) => group.rows.length > 0);
}

/** The verdict in words: two or three of them, and a sentence that says what they rest on. */
export function verdictInWords(report: ConformanceReport): { readonly headline: string; readonly sentence: string } {
  const failed = rowsOf(report, 'fail');
  const gateFailed = failed.filter((row) => counts(report, row.level)).length;
  const advisoryFailed = failed.length - gateFailed;
  const sum = totals(report);
  const decided = report.requirements.length - sum.inconclusive - sum.notApplicable - sum.error;
  const said: string[] = [];
  const problems = report.waiverProblems?.length ?? 0;
  if (report.run.interrupted === true)
    said.push(`the run was interrupted with ${plural(decided, 'requirement')} decided`);
  if (gateFailed > 0) said.push(`${gateFailed} of ${plural(decided, 'decided requirement')} failed`);
  if (problems > 0) said.push(`${plural(problems, 'waiver')} no longer ${problems === 1 ? 'holds' : 'hold'}`);
  if (gateFailed === 0)
    said.push(
      sum.pass === 0
        ? 'nothing passed'
        : `${plural(sum.pass, 'requirement')} passed and none ${report.run.failOn === 'advisory' ? '' : 'that counts '}failed`,
    );
  if (sum.inconclusive > 0) said.push(`${sum.inconclusive} could not be decided`);
  if (advisoryFailed > 0) said.push(`${plural(advisoryFailed, 'advisory finding')} besides`);
  if (sum.waived > 0) said.push(`${sum.waived} waived`);
  if (sum.error > 0) said.push(`${plural(sum.error, 'check')} of the kit itself broke`);
  const text = said.join('; ');
  // What was left open must not look like a full pass.
  const partly = report.verdict === 'conformant' && openThatCounts(report) > 0;
  const headline = partly ? 'Conformant as far as decided' : headlines[report.verdict];
  return { headline, sentence: `${text.charAt(0).toUpperCase()}${text.slice(1)}.` };
}

/** Rows that the gate would count, had they been decided. */
export function openThatCounts(report: ConformanceReport): number {
  return rowsOf(report, 'inconclusive').filter((row) => counts(report, row.level)).length;
}

const headlines: { readonly [verdict in ConformanceReport['verdict']]: string } = {
  conformant: 'Conformant',
  nonConformant: 'Not conformant',
  undecided: 'Undecided',
};
