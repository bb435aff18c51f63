/** `cawl run`: configuration, target, run, reports, exit status. */
import { join, resolve } from 'node:path';
import { catalogue } from '../../suites/catalogue.ts';
import { loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import {
  checkFolder,
  filesOf,
  githubAnnotations,
  type ReporterName,
  renderSummary,
  writeReports,
} from '../report/index.ts';
import { exitStatus, type GateOptions } from '../runner/gate.ts';
import { runConformance } from '../runner/run.ts';
import { selectRows } from '../runner/select.ts';
import { openTarget } from '../target/open.ts';
import { onlyNew, readEarlier } from './compare.ts';
import { display } from './display.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';
import { renderQuiet } from './quiet.ts';
import { kitVersion } from './version.ts';
import { renderWaivers } from './waivers.ts';

export async function run(flags: Flags, io: Io): Promise<ExitCode> {
  const configuration = loadConfiguration({ cwd: io.cwd, env: io.env, flags });
  const { output, run: asked } = configuration;
  const reporters = output.reporters as readonly ReporterName[];
  const folder = resolve(io.cwd, output.reportDir);
  selectRows(catalogue, asked.only, asked.skip);
  await checkFolder(folder, filesOf(reporters));
  const earlier = output.compareTo === undefined ? undefined : readEarlier(output.compareTo, io.cwd);
  const gate: GateOptions = { failOn: output.failOn, requireComplete: output.requireComplete };

  const stop = new AbortController();
  const release = io.onStop((signal) => {
    io.err(`\n${signal}: stopping; what is decided will be reported. Once more ends at once.\n`);
    stop.abort();
  });
  const target = await openTarget(configuration, stop.signal).catch((error: unknown) => {
    release();
    if (stop.signal.aborted) return undefined;
    throw error;
  });
  if (target === undefined) return 130;
  const shown = display(io, { quiet: output.quiet, color: wantsColor(io, io.errIsTTY, flags['no-color']) });
  try {
    shown.began(configuration, target);
    const { report, problems } = await runConformance({
      ...gate,
      settings: target.settings,
      catalogue,
      version: kitVersion(),
      reportFile: join(output.reportDir, 'conformance.json'),
      target: target.mark,
      signal: stop.signal,
      onStart: (rows) => shown.started(rows.length),
      onOutcome: (row, outcome) => shown.decided(row, outcome),
    });
    shown.finished();
    await writeReports(report, { dir: folder, reporters });
    const color = wantsColor(io, io.outIsTTY, flags['no-color']);
    const html = reporters.includes('html') ? { reportDir: output.reportDir } : {};
    if (output.quiet || !reporters.includes('console')) io.out(renderQuiet(report, { color, ...html }));
    else io.out(renderSummary(report, { color, width: io.width, ...html }));
    if (reporters.includes('github')) io.out(githubAnnotations(report));
    if (flags['write-waivers'] === true) io.out(renderWaivers(report));
    for (const problem of problems) io.err(`cawl: the kit itself failed: ${problem}\n`);

    let status = exitStatus(report, gate);
    if (problems.length > 0 && status === 0) status = 3;
    if (earlier === undefined || status !== 1) return status;
    const difference = onlyNew(report, earlier, gate);
    io.out(difference.text);
    return difference.fails ? 1 : 0;
  } finally {
    shown.finished();
    release();
    await target.close();
  }
}
