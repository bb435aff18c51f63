/** `--reporter github`: annotations on stdout, and the summary on the page of the workflow run, where there is one. */
import { appendFileSync } from 'node:fs';
import type { ConformanceReport } from '../core/report.ts';
import { githubAnnotations, renderMarkdown } from '../report/index.ts';
import type { Io } from './io.ts';

export function annotate(report: ConformanceReport, io: Io): void {
  io.out(githubAnnotations(report));
  const summary = io.env['GITHUB_STEP_SUMMARY'];
  if (summary !== undefined && summary !== '') appendFileSync(summary, `${renderMarkdown(report)}\n`);
}
