/** `cawl diff A B`: compares an earlier report with a later one; exit status 1 if a gating requirement got worse. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import { renderDiffHtml } from '../report/html/diff-page.ts';
import { diffReports, renderDiffConsole, renderDiffJson, renderDiffMarkdown } from '../report/index.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';
import { readReport, reportFile } from './read-report.ts';

export function diff(flags: Flags, io: Io): ExitCode {
  const format = (flags['format'] as string | undefined) ?? 'console';
  if (!['console', 'markdown', 'json'].includes(format))
    throw new UsageError(`--format is "${format}"; it takes console, markdown or json`);
  const [before, after] = [String(flags['before']), String(flags['after'])].map((path) =>
    readReport(reportFile(path, io.cwd), io.cwd),
  );
  const found = diffReports(before!, after!);
  if (flags['html'] !== undefined) writePage(String(flags['html']), renderDiffHtml(before!, after!), io);
  if (format === 'json') io.out(renderDiffJson(found));
  else if (format === 'markdown') io.out(renderDiffMarkdown(found));
  else io.out(renderDiffConsole(found, { color: wantsColor(io, io.outIsTTY, flags['no-color']), width: io.width }));
  return found.regressed ? 1 : 0;
}

function writePage(name: string, page: string, io: Io): void {
  try {
    writeFileSync(resolve(io.cwd, name), page);
  } catch (error) {
    throw new UsageError(`--html ${name} cannot be written: ${(error as Error).message}`, undefined, 'FILE_ERROR');
  }
}
