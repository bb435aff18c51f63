/** The rows of the report document: from the catalogue and the verdicts to what `conformance.json` says of each requirement. */

import { placeOf } from '../core/causes/place.ts';
import type { Waiver } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import type { ReportedRequirement, ReportedVerdict, Summary } from '../core/report.ts';
import { replayCommand } from '../core/reproducer.ts';
import { type Level, levels, type Requirement } from '../core/requirement.ts';
import { sectionText } from '../core/source.ts';
import { type Remedies, type Verdict, verdictKinds } from '../core/verdict.ts';
import { reportedVerdict } from '../core/waivers.ts';

/**
 * One requirement as the report shows it.
 * @param verdict undefined if the run was stopped before the requirement was decided
 * @param waiver the one in force for this requirement
 * @param reportFile where the report will be, for the replay command
 * @param remedies the changes that would decide more, as far as the run as a whole knows
 */
export function reportRequirement(
  requirement: Requirement,
  verdict: Verdict | undefined,
  waiver: Waiver | undefined,
  reportFile: string,
  remedies: Remedies = {},
): ReportedRequirement {
  const { id, excluded } = requirement;
  const base = { ...describe(requirement), level: verdict?.level ?? requirement.level };
  if (excluded !== undefined) return { ...base, verdict: 'notApplicable', message: excluded, exchanges: 0 };
  if (verdict === undefined)
    return {
      ...base,
      verdict: reportedVerdict('inconclusive', waiver),
      message: 'not reached: the run was stopped before',
      wouldDecide: 'a run to its end',
      exchanges: 0,
      ...excuse(waiver),
    };
  const common = {
    ...base,
    verdict: reportedVerdict(verdict.verdict, waiver, verdict.message),
    exchanges: verdict.exchanges,
  };
  switch (verdict.verdict) {
    case 'pass': {
      const { message, reached, samples } = verdict;
      return { ...common, ...defined({ message, reached, samples }) };
    }
    case 'fail':
      return { ...common, ...findingOf(verdict, waiver), replay: replayCommand(reportFile, id), ...excuse(waiver) };
    case 'inconclusive': {
      const { message, reason, setting, evidence, assumptions } = verdict;
      const wouldDecide = (reason && remedies[reason]) ?? verdict.wouldDecide;
      return { ...common, message, wouldDecide, ...defined({ setting, evidence, assumptions }), ...excuse(waiver) };
    }
    case 'notApplicable':
      return { ...common, message: verdict.message, ...defined({ undeclared: verdict.undeclared }) };
    case 'error':
      return { ...common, message: verdict.message };
  }
}

/** What the catalogue says of a requirement. */
function describe({ id, level, area, source, operation, statement, because, decidedBy, observes }: Requirement) {
  return defined({
    id,
    level,
    area,
    section: sectionText(source),
    source: [source].flat(),
    operation,
    statement,
    because,
    decidedBy,
    observes,
  });
}

function findingOf(verdict: Extract<Verdict, { verdict: 'fail' }>, waiver: Waiver | undefined) {
  const { message, samples, counterexample, illustrations, evidence, capsule, assumptions } = verdict;
  return {
    message,
    ...defined({ samples, counterexample, illustrations, evidence, capsule, assumptions }),
    ...defined({ reproduced: verdict.reproduced, notRepeated: verdict.notRepeated }),
    ...defined({ place: waiver === undefined ? placeOf({ verdict: 'fail', evidence }, verdict.suspect) : undefined }),
  };
}

function excuse(waiver: Waiver | undefined): Pick<ReportedRequirement, 'waiver'> {
  return waiver === undefined
    ? {}
    : { waiver: { reason: waiver.reason, until: waiver.until, ...defined({ symptom: waiver.symptom }) } };
}

/** How many requirements of each level ended with each verdict. */
export function summarize(rows: readonly Pick<ReportedRequirement, 'level' | 'verdict'>[]): Summary {
  const verdicts: readonly ReportedVerdict[] = [...verdictKinds, 'waived'];
  const none = () => Object.fromEntries(verdicts.map((verdict) => [verdict, 0])) as Record<ReportedVerdict, number>;
  const summary = Object.fromEntries(levels.map((level) => [level, none()])) as Record<
    Level,
    Record<ReportedVerdict, number>
  >;
  for (const { level, verdict } of rows) summary[level][verdict] += 1;
  return summary;
}
