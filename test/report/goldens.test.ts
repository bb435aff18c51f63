/**
 * What a user sees of real runs, as committed text. After a change of wording `npm run goldens` rewrites the files: read
 * the difference before you commit it.
 */
import { beforeAll, expect, test } from 'vitest';
import type { ConformanceReport } from '../../src/core/report.ts';
import { columns } from '../../src/report/columns.ts';
import { renderSummary } from '../../src/report/console/console.ts';
import { renderQuiet } from '../../src/report/console/quiet.ts';
import { diffReports } from '../../src/report/diff.ts';
import { renderDiffConsole, renderDiffMarkdown } from '../../src/report/diff-text.ts';
import { githubAnnotations } from '../../src/report/github.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { renderMarkdown } from '../../src/report/summary.ts';
import { renderTap } from '../../src/report/tap.ts';
import { record } from './recorded/record.ts';
import { type RunName, runs } from './recorded/runs.ts';

const names = Object.keys(runs) as RunName[];
const reports = {} as Record<RunName, ConformanceReport>;
const console80 = { color: false, width: 80, reportDir: 'reports' } as const;

beforeAll(async () => {
  for (const name of names) reports[name] = await record(runs[name]);
}, 400_000);

test.for(names)('the console summary of the run `%s`', async (name) => {
  await expect(renderSummary(reports[name], console80)).toMatchFileSnapshot(`golden/${name}.console.txt`);
});

test.for(names)('the console summary of the run `%s` fits 80 columns, except for commands to paste', (name) => {
  const lines = renderSummary(reports[name], console80).split('\n');
  expect(lines.filter((line) => columns(line) > 80 && !/^ {2}(reproduce|replay|curl) /.test(line))).toEqual([]);
});

const formats = {
  'summary.md': renderMarkdown,
  'junit.xml': renderJunit,
  'github.txt': githubAnnotations,
  'report.tap': renderTap,
  'quiet.txt': (report: ConformanceReport) => renderQuiet(report, console80),
  'diff.txt': (report: ConformanceReport) => renderDiffConsole(diffReports(reports.conformant, report), console80),
  'diff.md': (report: ConformanceReport) => renderDiffMarkdown(diffReports(reports.conformant, report)),
};

test.for(Object.entries(formats))('%s of a run with several failures', async ([file, render]) => {
  await expect(render(reports.several)).toMatchFileSnapshot(`golden/several.${file}`);
});

test('the same run is recorded twice as the same report', async () => {
  expect(await record(runs.several)).toEqual(reports.several);
});
