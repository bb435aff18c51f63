/** For GitHub Actions: one annotation per cause of failures, and the outputs of the step. The step summary is summary.md. */
import type { ConformanceReport } from '../core/report.ts';
import {
  alsoInWords,
  expiryInWords,
  failureGroups,
  gatingWith,
  placeInWords,
  reasonInWords,
  requirementsWith,
  sameInWords,
  totals,
} from './selectors.ts';
import { undecidedGroups } from './undecided.ts';
import { capitalize, cut, plural, visible } from './visible-text.ts';
import { runVerdictWords } from './words.ts';

/** GitHub shows ten annotations of a kind per step; the last one counts those left out. */
const maxPerKind = 10;

/** Lines of `::error`, `::notice` and `::warning`, each ending in a line break; empty if nothing failed. */
export function githubAnnotations(report: ConformanceReport): string {
  const failed = failureGroups(report).map((group) => {
    const { head, isGating } = group;
    const place = placeInWords(head);
    const notes = [sameInWords(group), alsoInWords(group, report.run.failOn), place && `likely ${place}`].filter(
      Boolean,
    );
    const more = notes.length === 0 ? '' : ` (${notes.join('; ')})`;
    const title = isGating ? head.id : `advice: ${head.id}`;
    return command(isGating ? 'error' : 'notice', title, `${head.statement} ${head.message ?? ''}${more}`);
  });
  const spent = (report.waiverProblems ?? []).map(({ requirement, problem }) =>
    command('error', `waiver ${requirement}`, problem),
  );
  const broken = requirementsWith(report, 'error').map((row) =>
    command('error', `internal error of the kit in ${row.id}`, row.message ?? ''),
  );
  const ending = requirementsWith(report, 'waived').flatMap((row) => {
    const soon = expiryInWords(row, report);
    return soon === undefined ? [] : [command('warning', `waiver ${row.id}`, `${soon}: ${row.waiver?.reason ?? ''}`)];
  });
  const open = undecidedGroups(report).map((group) =>
    command(
      'warning',
      `${plural(group.rows.length, 'requirement')} not decided`,
      `${group.reason}${group.wouldDecide === undefined ? '' : `; to decide it: ${group.wouldDecide}`}`,
    ),
  );
  return [...capped([...spent, ...failed]), ...capped(broken), ...capped([...result(report), ...ending, ...open])].join(
    '',
  );
}

/** Lines `name=value` for later steps. The values are words of the kit and numbers, so none can start another line. */
export function githubOutputs(report: ConformanceReport): string {
  const { pass, fail, inconclusive, waived, error } = totals(report);
  const failed = gatingWith(report, 'fail').length;
  const outputs = {
    verdict: report.verdict,
    passed: pass,
    failed,
    advice: fail - failed,
    'not-decided': inconclusive,
    waived,
    'kit-errors': error,
  };
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n');
}

/** Why a run without a failure is not conformant. */
function result(report: ConformanceReport): string[] {
  const { headline } = runVerdictWords[report.verdict];
  const kind = report.verdict === 'undecided' ? 'error' : 'warning';
  return reasonInWords(report).map((reason) => command(kind, headline, `${capitalize(reason)}.`));
}

function capped(lines: readonly string[]): string[] {
  if (lines.length <= maxPerKind) return [...lines];
  const left = lines.length - maxPerKind + 1;
  return [...lines.slice(0, maxPerKind - 1), command('error', 'more', `${left} more in the report`)];
}

// https://docs.github.com/actions/reference/workflow-commands-for-github-actions: % and line breaks are escaped, in
// properties also `:` and `,`. Text is made visible first, so a target can neither end the line nor start a command.
function command(kind: 'error' | 'notice' | 'warning', title: string, message: string): string {
  const data = cut(visible(message.trim()), 600).replace(/%/g, '%25');
  const property = cut(visible(title), 120).replace(/%/g, '%25').replace(/:/g, '%3A').replace(/,/g, '%2C');
  return `::${kind} title=${property}::${data}\n`;
}
