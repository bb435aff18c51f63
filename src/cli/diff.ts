/** `cawl diff A B`: an earlier report and a later one; exit 1 if anything that the gate counts got worse. */
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import { diffReports, renderDiffConsole, renderDiffJson, renderDiffMarkdown } from '../report/index.ts';
import { readEarlier } from './compare.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';

export function diff(flags: Flags, io: Io): ExitCode {
  const format = (flags['format'] as string | undefined) ?? 'console';
  if (!['console', 'markdown', 'json'].includes(format))
    throw new UsageError(`--format is "${format}"; it takes console, markdown or json`);
  const [before, after] = [String(flags['before']), String(flags['after'])].map((path) =>
    readEarlier(reportFile(path, io.cwd), io.cwd),
  );
  const found = diffReports(before!, after!);
  if (format === 'json') io.out(renderDiffJson(found));
  else if (format === 'markdown') io.out(renderDiffMarkdown(found));
  else io.out(renderDiffConsole(found, { color: wantsColor(io, io.outIsTTY, flags['no-color']), width: io.width }));
  return found.regressed ? 1 : 0;
}

/** A report may be named by its folder. */
export function reportFile(path: string, cwd: string): string {
  const full = resolve(cwd, path);
  return existsSync(full) && statSync(full).isDirectory() ? join(path, 'conformance.json') : path;
}
