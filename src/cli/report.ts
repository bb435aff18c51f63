/** `cawl report DIR`: writes the reports again from conformance.json alone; sends nothing. */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Flags } from '../config/options.ts';
import { defined } from '../core/defined.ts';
import {
  checkReporters,
  defaultReporters,
  filesOf,
  type ReporterName,
  renderSummary,
  reporterNames,
  writeReports,
} from '../report/index.ts';
import { reportOfPartial } from '../runner/partial.ts';
import { catalogue } from './catalogue.ts';
import { emit } from './emit.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';
import { partialIn, removePartial } from './partial-file.ts';
import { readReport, reportFile } from './read-report.ts';
import { reporterNamed } from './reporter-named.ts';

export async function report(flags: Flags, io: Io): Promise<ExitCode> {
  const file = reportFile(String(flags['dir']), io.cwd);
  const shown = dirname(file);
  const folder = resolve(io.cwd, shown);
  // What a run that was killed has decided; if it has ended, its report is there.
  const killed = partialIn(folder);
  const found = killed === undefined ? readReport(file, io.cwd) : reportOfPartial(killed, catalogue);
  const requested = (flags['reporter'] as string[] | undefined)?.map(reporterNamed);
  // conformance.json is the source of the others, and formats that are there already are written again, never lost.
  const present = reporterNames.filter((name) => filesOf([name]).some((one) => existsSync(join(folder, one))));
  const reporters = [...new Set<ReporterName>([...(requested ?? defaultReporters), 'json', ...present])];
  checkReporters(reporters);
  const written = await writeReports(found, { dir: folder, reporters, ...defined({ leftBehind: killed?.leftBehind }) });
  if (reporters.includes('console'))
    io.out(
      renderSummary(found, {
        color: wantsColor(io, io.outIsTTY, flags['no-color']),
        width: io.width,
        reportDir: shown,
      }),
    );
  await emit(found, requested ?? [], io);
  removePartial(folder);
  io.err(`wrote ${written.map((name) => join(shown, name)).join(', ')}\n`);
  return 0;
}
