/** `cawl run`: judges, writes the reports, prints the summary. */
import { join, resolve } from 'node:path';
import { type Configuration, loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { checkFolder, filesOf, type ReporterName, renderSummary, writeReports } from '../report/index.ts';
import { type Judgement, judge } from '../session/judge.ts';
import { annotate } from './annotate.ts';
import { onlyNew, readEarlier, reportFile } from './compare.ts';
import { display } from './display.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';
import { renderQuiet } from './quiet.ts';
import { renderWaivers } from './waivers.ts';

export async function run(flags: Flags, io: Io): Promise<ExitCode> {
  const configuration = loadConfiguration({ cwd: io.cwd, env: io.env, flags });
  const { output } = configuration;
  const reporters = output.reporters as readonly ReporterName[];
  const folder = resolve(io.cwd, output.reportDir);
  // Before the run, so that no result is lost after it.
  await checkFolder(folder, filesOf(reporters));
  const earlier =
    output.compareTo === undefined ? undefined : readEarlier(reportFile(output.compareTo, io.cwd), io.cwd);

  const stop = new AbortController();
  const release = io.onStop((signal) => {
    io.err(`\n${signal}: stopping; what is decided will be reported. Once more ends at once.\n`);
    stop.abort();
  });
  const shown = display(io, { quiet: output.quiet, color: wantsColor(io, io.errIsTTY, flags['no-color']) });
  try {
    const judgement = await judge(configuration, {
      signal: stop.signal,
      reportFile: join(output.reportDir, 'conformance.json'),
      onTarget: (target) => shown.began(configuration, target),
      onStart: (rows) => shown.started(rows.length),
      onOutcome: (row, outcome) => shown.decided(row, outcome),
      onProgress: (requests) => shown.sent(requests),
    });
    shown.finished();
    await writeReports(judgement.report, { dir: folder, reporters });
    print(judgement, configuration, flags, io);
    if (earlier === undefined || judgement.status !== 1) return judgement.status;
    const difference = onlyNew(judgement.report, earlier, output);
    io.out(difference.text);
    if (difference.fails) return 1;
    return judgement.problems.length > 0 ? 3 : 0;
  } catch (error) {
    // Stopped before the first verdict: what failed then, failed by being stopped.
    if (stop.signal.aborted) return 130;
    throw error;
  } finally {
    shown.finished();
    release();
  }
}

function print({ report, problems }: Judgement, { output, file }: Configuration, flags: Flags, io: Io): void {
  const color = wantsColor(io, io.outIsTTY, flags['no-color']);
  const html = output.reporters.includes('html') ? { reportDir: output.reportDir } : {};
  if (output.quiet || !output.reporters.includes('console')) io.out(renderQuiet(report, { color, ...html }));
  else io.out(renderSummary(report, { color, width: io.width, ...html }));
  if (output.reporters.includes('github')) annotate(report, io);
  if (flags['write-waivers'] === true) io.out(renderWaivers(report, file));
  for (const problem of problems) io.err(`cawl: the kit itself failed: ${problem}\n`);
}
