/** The short form of a summary, for `--quiet` and for runs without the console reporter: failures, then one line. */
import type { ConformanceReport } from '../core/report.ts';
import { painter } from '../report/index.ts';
import { visible } from '../report/visible-text.ts';
import { gated } from '../runner/gate.ts';

export function renderQuiet(report: ConformanceReport, options: { color: boolean; reportDir?: string }): string {
  const paint = painter(options.color);
  const failOn = report.run.failOn ?? 'gate';
  const lines = report.requirements
    .filter((row) => row.verdict === 'error' || (row.verdict === 'fail' && gated(row.level, failOn)))
    .map((row) => {
      const mark = row.verdict === 'error' ? 'kit error' : 'failed';
      return `${paint.bad(mark)} ${visible(row.id)} (${row.level}): ${visible(row.message ?? row.statement)}`;
    });
  for (const { requirement, problem } of report.waiverProblems ?? [])
    lines.push(`${paint.bad('waiver')} ${visible(requirement)}: ${visible(problem)}`);
  const count = (verdict: string) => report.requirements.filter((row) => row.verdict === verdict).length;
  const words = { conformant: 'conformant', nonConformant: 'not conformant', undecided: 'undecided' };
  const colour = { conformant: paint.good, nonConformant: paint.bad, undecided: paint.warn }[report.verdict];
  const where = options.reportDir === undefined ? '' : ` · ${options.reportDir.replace(/\/+$/, '')}/index.html`;
  lines.push(
    `${colour(words[report.verdict])}${report.run.interrupted === true ? ' (interrupted)' : ''}: ` +
      `${count('pass')} passed, ${count('fail')} failed, ${count('inconclusive')} not decided · seed ${report.run.seed}${where}`,
  );
  return `${lines.join('\n')}\n`;
}
