/** The short summary, for `--quiet` and for runs without the console reporter: failures, one line each, then the verdict. */
import { failsGate, gatingRequirements } from '../../core/gate.ts';
import type { ConformanceReport } from '../../core/report.ts';
import { painter } from '../paint.ts';
import { headlineOf, reasonInWords, targetInWords, totals } from '../selectors.ts';
import { visible } from '../visible-text.ts';
import { adviceWord, runVerdictWords, verdictWords } from '../words.ts';

export interface QuietOptions {
  readonly color: boolean;
  /** Where the page was written; absent if there is none. */
  readonly reportDir?: string;
}

/** The summary, ending in a line break. */
export function renderQuiet(report: ConformanceReport, { color, reportDir }: QuietOptions): string {
  const paint = painter(color);
  const failures = report.requirements
    .filter(({ verdict, level }) => verdict === 'error' || (verdict === 'fail' && failsGate(level, report.run.failOn)))
    .map(({ id, level, verdict, message, statement }) => {
      const mark = paint.bad(verdictWords[verdict]);
      return `${mark} ${visible(id)} (${level}): ${visible(message ?? statement)}`;
    });
  const spent = (report.waiverProblems ?? []).map(
    ({ requirement, problem }) => `${paint.bad('waiver')} ${visible(requirement)}: ${visible(problem)}`,
  );
  const { tone } = runVerdictWords[report.verdict];
  const headline = headlineOf(report);
  const verdict = `${paint[tone](headline.toLowerCase())}${report.run.interrupted === true ? ' (interrupted)' : ''}`;
  const sum = totals(report);
  const failed = gatingRequirements(report, 'fail').length;
  const counts = [
    `${sum.pass} ${verdictWords.pass}`,
    `${failed} ${verdictWords.fail}`,
    ...(sum.fail > failed ? [`${sum.fail - failed} ${adviceWord}`] : []),
    `${sum.inconclusive} ${verdictWords.inconclusive}`,
  ];
  const where = reportDir === undefined ? [] : [`${reportDir.replace(/\/+$/, '')}/index.html`];
  const last = [
    [`${verdict}: ${counts.join(', ')}`, ...reasonInWords(report)].join('; '),
    targetInWords(report),
    `seed ${report.run.seed}`,
    ...where,
  ].join(' · ');
  return `${[...failures, ...spent, last].join('\n')}\n`;
}
