/** The one thing to do after a run. */
import { isSuspect } from '../core/causes/place.ts';
import { failsGate } from '../core/gate.ts';
import type { ConformanceReport } from '../core/report.ts';
import { failureGroups, requirementsWith, tokenEnd } from './selectors.ts';
import { undecidedGroups } from './undecided.ts';
import { plural, visible } from './visible-text.ts';

/** An instruction in one line. Failures come before waivers, these before what was not decided. */
export function nextStep(report: ConformanceReport): string {
  const { run, target } = report;
  if (run.interrupted === true) return `run again to the end, with --seed ${run.seed} for the same samples`;
  if (run.unjudged !== undefined) return visible(run.unjudged.hint ?? 'make the target available, then run again');
  const first = failureGroups(report).find(({ isGating }) => isGating)?.head;
  if (first !== undefined && isSuspect(first)) return `check the configuration: ${visible(first.place?.reason ?? '')}`;
  if (first !== undefined)
    return first.replay === undefined
      ? `fix ${first.id}, then run again with --only ${first.id}`
      : `fix ${first.id}, then ${visible(first.replay)}`;
  if ((report.waiverProblems?.length ?? 0) > 0) return 'remove or renew the waivers listed above';
  const token = tokenEnd(report);
  if (token !== undefined && requirementsWith(report, 'inconclusive').length > 0)
    return `use ${token.remedy}: ${token.reason}`;
  // All else about an operation rests on its valid request.
  const operation = requirementsWith(report, 'inconclusive').find(({ id }) => id.endsWith('/accepts-valid'));
  if (operation?.wouldDecide !== undefined) return `use ${visible(operation.wouldDecide)}`;
  // What the user chose to leave out, and no gate counts, is not the next thing to do.
  const group = undecidedGroups(report).find(({ rows }) =>
    rows.some(({ level, setting }) => setting === undefined || failsGate(level, run.failOn)),
  );
  if (group?.wouldDecide !== undefined) {
    const alike = undecidedGroups(report).filter(({ wouldDecide }) => wouldDecide === group.wouldDecide);
    return `to decide ${alike.flatMap(({ rows }) => rows).length} more, use ${visible(group.wouldDecide)}`;
  }
  if (report.verdict === 'incomplete') return 'run with --depth standard, which can show that the target conforms';
  if (target.embedded === true) return 'judge your own server: cawl init writes a configuration to fill in';
  const undeclared = requirementsWith(report, 'notApplicable').filter(
    ({ level, observes }) => level === 'declared' && observes !== true,
  );
  if (undeclared.length > 0)
    return `declare the observed choices to test ${plural(undeclared.length, 'more requirement', 'more requirements')}: cawl learn`;
  return 'none; keep this run in CI';
}
