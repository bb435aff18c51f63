/** `run --again`: decides what an earlier run left failing or undecided, and merges both into one report. */
import { groupIds } from '../core/causes/groups.ts';
import type { Waiver } from '../core/config.ts';
import { judgeRun } from '../core/gate.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import { summarize } from './document.ts';

/** Ids that failed, were waived, were not decided or in which the kit failed, in the order of the report. */
export function openIds({ requirements }: Pick<ConformanceReport, 'requirements'>): string[] {
  const open: readonly string[] = ['fail', 'waived', 'inconclusive', 'error'];
  return requirements.filter(({ verdict }) => open.includes(verdict)).map(({ id }) => id);
}

/** Globs that select the requirements and what they need: one that watches traffic needs that of its whole operation. */
export function globsFor(ids: readonly string[], catalogue: readonly Requirement[]): string[] {
  const known = catalogue.filter(({ id }) => ids.includes(id));
  const globs = known.flatMap(({ id, operation, watches }) => (watches === true ? [id, `${operation}/*`] : [id]));
  return [...new Set(globs)];
}

/**
 * The earlier report with the requirements that were decided again in place of their earlier results, which they name.
 * @param ids those that were to be decided again
 * @param kitProblems failures of the kit in the later run that belong to no requirement
 */
export function mergeAgain(
  earlier: ConformanceReport,
  later: ConformanceReport,
  ids: readonly string[],
  waivers: readonly Waiver[],
  kitProblems: readonly string[],
): ConformanceReport {
  const again = new Map(later.requirements.map((row) => [row.id, row]));
  const requirements = earlier.requirements.map((row) => {
    const now = ids.includes(row.id) ? again.get(row.id) : undefined;
    return now === undefined ? row : { ...now, before: beforeOf(row) };
  });
  const problems = [...(earlier.waiverProblems ?? []), ...(later.waiverProblems ?? [])].filter(
    ({ requirement }, index, all) =>
      waivers.some((waiver) => waiver.requirement === requirement) &&
      all.findIndex((one) => one.requirement === requirement) === index,
  );
  const run = { ...later.run, depth: earlier.run.depth, times: { ...earlier.run.times, ...later.run.times } };
  const groups = groupIds(requirements, run.failOn);
  const { groups: _, waiverProblems: __, ...rest } = later;
  return {
    ...rest,
    run: { ...run, again: { startedAt: earlier.run.startedAt, requirements: ids.length } },
    verdict: judgeRun({ requirements, waiverProblems: problems, kitProblems, run }),
    summary: summarize(requirements),
    requirements,
    ...(groups.length === 0 ? {} : { groups }),
    observations: earlier.observations.length > 0 ? earlier.observations : later.observations,
    ...(problems.length === 0 ? {} : { waiverProblems: problems }),
  };
}

function beforeOf({ verdict, message }: ReportedRequirement): NonNullable<ReportedRequirement['before']> {
  return message === undefined ? { verdict } : { verdict, message };
}
