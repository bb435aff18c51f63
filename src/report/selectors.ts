/** What every renderer reads out of a report: requirements by verdict and area, what was not decided and why, the verdict in words. */
import { type CauseGroup, groupByCause } from '../core/causes/groups.ts';
import type { Place } from '../core/causes/place.ts';
import type { FailOn } from '../core/config.ts';
import { completeness, failsGate, gatingRequirements, tooMuchOpen } from '../core/gate.ts';
import { operations } from '../core/operation.ts';
import type { ConformanceReport, ReportedRequirement, ReportedVerdict } from '../core/report.ts';
import { areas, levels } from '../core/requirement.ts';
import { printSource } from '../core/source.ts';
import { daysLeft } from '../core/waivers.ts';
import { capitalize, plural, visible } from './visible-text.ts';
import { areaTitles, runVerdictWords, type ShownVerdict, shownVerdicts } from './words.ts';

/** Where a requirement comes from, as reports name it: `§4.4`. A report without `source` shows its `section` instead. */
export function sourceOf(row: Pick<ReportedRequirement, 'section' | 'source'>): string {
  return row.source === undefined ? row.section : printSource(row.source);
}

/** Requirements with one verdict: stated, derived, declared, then advisory; within a level in the order of the report. */
export function requirementsWith(report: ConformanceReport, verdict: ReportedVerdict): ReportedRequirement[] {
  return inLevelOrder(report.requirements.filter((row) => row.verdict === verdict));
}

/** As {@link requirementsWith}, but only those that the gate of this run counts. */
export function gatingWith(report: ConformanceReport, verdict: ReportedVerdict): ReportedRequirement[] {
  return inLevelOrder(gatingRequirements(report, verdict));
}

function inLevelOrder(rows: readonly ReportedRequirement[]): ReportedRequirement[] {
  return [...rows].sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
}

/** Failures by their cause: those that the gate counts first, in the order in which one would fix them. */
export interface FailureGroup extends CauseGroup<ReportedRequirement> {
  readonly isGating: boolean;
}

/** A report never changes, and every format asks for its groups, some for each requirement. */
const grouped = new WeakMap<ConformanceReport, readonly FailureGroup[]>();

export function failureGroups(report: ConformanceReport): readonly FailureGroup[] {
  const groups = grouped.get(report) ?? groupsOf(report);
  grouped.set(report, groups);
  return groups;
}

/** Whether another failure explains this one. */
export function isExplained(row: ReportedRequirement, report: ConformanceReport): boolean {
  return failureGroups(report).some(({ also }) => also.includes(row));
}

function groupsOf(report: ConformanceReport): FailureGroup[] {
  const { failOn } = report.run;
  return groupByCause(requirementsWith(report, 'fail'), failOn).map((group) => ({
    ...group,
    isGating: failsGate(group.head.level, failOn),
  }));
}

/** "all four operations", or the other operations at which a finding is the same; undefined if there are none. */
export function sameInWords({ same }: Pick<FailureGroup, 'same'>): string | undefined {
  if (same.length === 0) return undefined;
  if (same.length === operations.length - 1) return `all four operations (${same.map(({ id }) => id).join(', ')})`;
  return same.map(({ id }) => id).join(', ');
}

/** "explains 24 more failures", with their number of advice if some are. */
export function alsoInWords({ also }: Pick<FailureGroup, 'also'>, failOn?: FailOn): string | undefined {
  if (also.length === 0) return undefined;
  const failures = also.filter(({ level }) => failsGate(level, failOn)).length;
  const advice = also.length - failures;
  const counts = [
    ...(failures > 0 ? [plural(failures, 'more failure', 'more failures')] : []),
    ...(advice > 0 ? [plural(advice, 'piece of advice', 'pieces of advice')] : []),
  ];
  return `explains ${counts.join(' and ')}`;
}

/** "reproduced 2 of 2 times", or why it was not tried again; empty in a report of a version that did not say. */
export function reproducedInWords({
  reproduced,
  notRepeated,
}: Pick<ReportedRequirement, 'reproduced' | 'notRepeated'>): string {
  if (reproduced !== undefined) return `reproduced ${reproduced.times} of ${reproduced.of} times`;
  return notRepeated === undefined ? '' : `not repeated: ${notRepeated}`;
}

const placeWords: { readonly [where in Place['where']]: string } = {
  configuration: 'the configuration',
  path: 'the path between (gateway, proxy or cache)',
  server: 'the server',
  kit: 'the kit',
};

/** "the server: the control (#17) is accepted"; empty if nothing is known. */
export function placeInWords({ place }: Pick<ReportedRequirement, 'place'>): string {
  return place === undefined ? '' : `${placeWords[place.where]}: ${place.reason}`;
}

/** How readers see the verdict of a requirement: what the gate does not count has not failed. */
export function shownVerdict(
  { verdict, level }: Pick<ReportedRequirement, 'verdict' | 'level'>,
  { run }: Pick<ConformanceReport, 'run'>,
): ShownVerdict {
  return verdict === 'fail' && !failsGate(level, run.failOn) ? 'advice' : verdict;
}

/** How many of these requirements readers see with each verdict; those that none has are left out. */
export function tallyOf(
  rows: readonly ReportedRequirement[],
  report: ConformanceReport,
): { readonly verdict: ShownVerdict; readonly count: number }[] {
  return shownVerdicts
    .map((verdict) => ({ verdict, count: rows.filter((row) => shownVerdict(row, report) === verdict).length }))
    .filter(({ count }) => count > 0);
}

/** Number of requirements with each verdict, over all levels. */
export function totals(report: ConformanceReport): { readonly [verdict in ReportedVerdict]: number } {
  const sum = { pass: 0, fail: 0, inconclusive: 0, notApplicable: 0, waived: 0, error: 0 };
  for (const { verdict } of report.requirements) sum[verdict] += 1;
  return sum;
}

/** Requirements by area in the order of the catalogue; areas without any are left out, unknown ones come last. */
export function byArea(
  report: ConformanceReport,
): { readonly area: string; readonly title: string; readonly rows: readonly ReportedRequirement[] }[] {
  const names = new Set<string>([...areas, ...report.requirements.map(({ area }) => area)]);
  return [...names]
    .map((area) => ({
      area,
      title: (areaTitles as Record<string, string>)[area] ?? area,
      rows: report.requirements.filter((row) => row.area === area),
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** The verdict of the run in words: a headline, and a sentence that says what it rests on. */
export function verdictInWords(report: ConformanceReport): { readonly headline: string; readonly sentence: string } {
  return {
    headline: headlineOf(report),
    sentence: `${capitalize([...reasonInWords(report), ...countsInWords(report)].join('; '))}.`,
  };
}

/** The verdict of the run; what a waiver excuses is part of it. */
export function headlineOf(report: ConformanceReport): string {
  const { headline } = runVerdictWords[report.verdict];
  const waived = gatingRequirements(report, 'waived').length;
  return report.verdict === 'conformant' && waived > 0 ? `${headline} with ${plural(waived, 'waiver')}` : headline;
}

/** "expires in 9 days", if a waiver soon fails the run; undefined for one that holds longer. */
export function expiryInWords(
  { waiver }: Pick<ReportedRequirement, 'waiver'>,
  { run }: ConformanceReport,
): string | undefined {
  const days = waiver === undefined ? undefined : daysLeft(waiver.until, run.startedAt);
  if (days === undefined) return undefined;
  return days === 0 ? 'expires today' : `expires in ${plural(days, 'day')}`;
}

/** Why a run without a failure is not conformant: `no violation found, 3 of 88 not decided`. */
export function reasonInWords(report: ConformanceReport): string[] {
  if (report.run.unjudged !== undefined) return [visible(report.run.unjudged.reason)];
  if (report.verdict === 'incomplete') return [incompleteInWords(report)];
  if (report.verdict === 'undecided' && gatingRequirements(report, 'fail').length > 0)
    return ['the configuration is suspected, and nothing else failed'];
  const open = report.verdict === 'undecided' ? tooMuchOpen(report.requirements, report.run.failOn) : undefined;
  switch (open?.kind) {
    case 'operation':
      return [`no verdict on ${open.id}`];
    case 'area':
      return [`no verdict in the area "${areaTitles[open.area]}"`];
    case 'share':
      return [`${open.open} of ${open.required} stated and derived requirements were not decided`];
    default:
      return [];
  }
}

function incompleteInWords({ requirements, run }: ConformanceReport): string {
  const { required, open } = completeness(requirements);
  if (open.length > 0) return `no violation found, ${open.length} of ${required.length} not decided`;
  return `no violation found at depth ${run.depth}, which is too little to call the target conformant`;
}

function countsInWords(report: ConformanceReport): string[] {
  const sum = totals(report);
  const decided = report.requirements.length - sum.inconclusive - sum.notApplicable - sum.error;
  const failed = gatingRequirements(report, 'fail').length;
  const advisory = sum.fail - failed;
  const spent = report.waiverProblems?.length ?? 0;
  const none = report.run.failOn === 'advisory' ? 'no failures' : 'no gating failures';
  const isSaid = report.verdict === 'incomplete';
  return [
    ...(report.run.interrupted === true ? [`interrupted after ${plural(decided, 'requirement')}`] : []),
    ...(failed > 0 ? [`${failed} of ${plural(decided, 'decided requirement')} failed`] : []),
    ...(spent > 0 ? [`${plural(spent, 'waiver')} to remove or renew`] : []),
    ...(failed === 0
      ? [sum.pass === 0 ? 'nothing passed' : `${sum.pass} passed`, ...(sum.pass > 0 && !isSaid ? [none] : [])]
      : []),
    ...openInWords(report),
    ...(advisory > 0 ? [plural(advisory, 'piece of advice', 'pieces of advice')] : []),
    ...(sum.waived > 0 ? [`${sum.waived} waived`] : []),
    ...(sum.error > 0 ? [`${plural(sum.error, 'internal error')} of the kit`] : []),
  ];
}

/** How many were not decided; of an incomplete run, those that its reason does not name. */
function openInWords(report: ConformanceReport): string[] {
  const open = totals(report).inconclusive;
  const named = report.verdict === 'incomplete' ? completeness(report.requirements).open.length : 0;
  if (open === named) return [];
  return [`${named === 0 ? open : plural(open - named, 'other')} not decided`];
}

/** Why much is open if the valid token served for a part of the run only, and what helps. */
export function tokenEnd({
  run: { tokenRejectedFrom: from },
}: ConformanceReport): { readonly reason: string; readonly remedy: string } | undefined {
  if (from === undefined) return undefined;
  return {
    reason: `the target rejected the valid token from request #${from} on`,
    remedy: 'a token that lives longer, or one that cawl reads again (tokens.valid: {command: …} or {file: …})',
  };
}

/** What limits a run beside its depth: each as a phrase. */
export function conditionsInWords({ run }: ConformanceReport): readonly string[] {
  return [
    ...(run.insecure === true ? ['TLS certificates not checked (--insecure)'] : []),
    ...(run.readOnly === true ? ['searches only (--read-only)'] : []),
    ...(run.tokenRejectedFrom === undefined ? [] : [`valid token rejected from request #${run.tokenRejectedFrom} on`]),
  ];
}

/** The target as users name it: its address, or the embedded server with its fault. */
export function targetInWords({ target }: ConformanceReport): string {
  if (target.embedded !== true) return visible(target.baseUrl);
  return `the embedded server${target.fault === undefined ? '' : `, fault ${visible(target.fault)}`}`;
}
