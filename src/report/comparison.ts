/** `--compare-to`: what is new against an earlier report, in words. The gate decides what is new. */
import type { Comparison } from '../core/gate.ts';
import type { ReportedRequirement } from '../core/report.ts';
import { plural, visible } from './visible-text.ts';

/** One line for each kind of problem, each ending in a line break. */
export function renderComparison({ failures, newFailures, newlyUndecided, gone, waiverProblems }: Comparison): string {
  const known = plural(failures.length, 'known failure');
  const lines = [
    newFailures.length > 0
      ? `New since the earlier report (${newFailures.length} of ${plural(failures.length, 'failure')}): ${ids(newFailures)}`
      : `No new failures since the earlier report; ${known} remain${failures.length === 1 ? 's' : ''}.`,
    ...(newlyUndecided.length > 0 ? [`No longer decided: ${ids(newlyUndecided)}`] : []),
    ...(gone.length > 0 ? [`No longer in the run: ${ids(gone)}`] : []),
    ...(waiverProblems.length > 0 ? ['Waivers that no longer hold fail the run.'] : []),
  ];
  return `${lines.join('\n')}\n`;
}

function ids(rows: readonly ReportedRequirement[]): string {
  return rows.map(({ id }) => visible(id)).join(', ');
}
