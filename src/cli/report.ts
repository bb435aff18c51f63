/** `cawl report DIR`: makes the reports again from conformance.json alone; sends nothing. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import { filesOf, type ReporterName, renderSummary, reporterNames, writeReports } from '../report/index.ts';
import { nearest } from '../schema/nearest.ts';
import { annotate } from './annotate.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';
import { readReport, reportFile } from './read-report.ts';

export async function report(flags: Flags, io: Io): Promise<ExitCode> {
  const file = reportFile(String(flags['dir']), io.cwd);
  const shown = dirname(file);
  const folder = resolve(io.cwd, shown);
  const found = readReport(file, io.cwd);
  const asked = (flags['reporter'] as string[] | undefined)?.map(known);
  // conformance.json is the source of all others, and what is there already is made again, never lost.
  const there = reporterNames.filter((name) => filesOf([name]).some((one) => existsSync(join(folder, one))));
  const reporters = [...new Set<ReporterName>([...(asked ?? ['console', 'html', 'junit']), 'json', ...there])];
  const written = await writeReports(found, { dir: folder, reporters });
  if (reporters.includes('console'))
    io.out(
      renderSummary(found, {
        color: wantsColor(io, io.outIsTTY, flags['no-color']),
        width: io.width,
        reportDir: shown,
      }),
    );
  if (asked?.includes('github') === true) annotate(found, io);
  io.err(`wrote ${written.map((name) => join(shown, name)).join(', ')}\n`);
  return 0;
}

function known(name: string): ReporterName {
  const found = reporterNames.find((candidate) => candidate === name);
  if (found !== undefined) return found;
  const meant = nearest(name, reporterNames);
  throw new UsageError(
    `--reporter is "${name}"; it takes ${reporterNames.join(', ')}${meant === undefined ? '' : `; did you mean "${meant}"?`}`,
  );
}
