import { join, resolve } from 'node:path';
import { type Configuration, loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { textOf } from '../config/overrides.ts';
import { renderWaivers } from '../config/waivers.ts';
import { defined } from '../core/defined.ts';
import { TargetError, UsageError } from '../core/errors.ts';
import { compareRuns, exitStatus } from '../core/gate.ts';
import type { ConformanceReport } from '../core/report.ts';
import { configurationOfJob, withJob } from '../fleet/job.ts';
import type { Job } from '../fleet/plan.ts';
import type { Started } from '../fleet/start.ts';
import { renderComparison } from '../report/comparison.ts';
import { renderQuiet } from '../report/console/quiet.ts';
import { readHistory, withHistory } from '../report/history.ts';
import { checkFolder, checkReporters, filesOf, leftBehindFile, loadWriters, renderSummary } from '../report/index.ts';
import { renderPlan } from '../report/plan-text.ts';
import { globsFor, mergeAgain, openIds } from '../runner/again.ts';
import { type Judgement, judge } from '../session/judge.ts';
import { reportUnjudged } from '../session/unjudged.ts';
import { parseWait, waitForTarget } from '../session/wait.ts';
import { requireAllowedWrites } from '../session/writes.ts';
import { catalogue } from './catalogue.ts';
import { type Display, display } from './display.ts';
import { emit } from './emit.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';
import { jobFor, startedBy } from './job-of-run.ts';
import { adaptMemory } from './memory.ts';
import { openPage } from './open-page.ts';
import { readReport, reportFile } from './read-report.ts';
import { RowsOfRun } from './rows-of-run.ts';
import { areWritten, isHistoryWritten, mentionUnfinished } from './run-files.ts';

export async function run(flags: Flags, io: Io): Promise<ExitCode> {
  const again =
    flags['again'] === undefined ? undefined : readReport(reportFile(String(flags['again']), io.cwd), io.cwd);
  const job = jobFor(flags, io);
  const configuration =
    job === undefined
      ? configurationFor(again, flags, io)
      : configurationOfJob(job, { cwd: io.cwd, env: io.env, flags });
  if (flags['plan'] === true) return plan(configuration, io);
  requireAllowedWrites(configuration);
  const { output } = configuration;
  const folder = resolve(io.cwd, output.reportDir);
  // Before the run, so that no result is lost after it.
  checkReporters(output.reporters);
  await checkFolder(folder, [...filesOf(output.reporters), leftBehindFile]);
  const earlier = output.compareTo === undefined ? undefined : readReport(reportFile(output.compareTo, io.cwd), io.cwd);

  const history = textOf('history', flags, io.env)?.value;
  const runs = history === undefined ? [] : readHistory(resolve(io.cwd, history));

  const stop = new AbortController();
  const release = io.onStop((signal) => {
    io.err(`\n${signal}: stopping; verdicts so far will be reported. Press again to end at once.\n`);
    stop.abort();
  });
  mentionUnfinished(folder, output.reportDir, io);
  adaptMemory(configuration.run.depth);
  const shown = display(io, { quiet: output.quiet, color: wantsColor(io, io.errIsTTY, flags['no-color']) });
  let server: Started | undefined;
  try {
    server = await startedBy(job, configuration, io, stop.signal);
    await awaitTarget(configuration, flags, io, stop.signal);
    const decided = await judgeShown(configuration, { folder, job, shown, signal: stop.signal });
    shown.finished();
    const marked = job === undefined ? decided : { ...decided, report: withJob(decided.report, job) };
    const whole = again === undefined ? marked : merged(again, decided, configuration);
    const judgement = history === undefined ? whole : { ...whole, report: withHistory(whole.report, runs) };
    // Printed first: no full disk must cost the verdict.
    await print(judgement, configuration, flags, io);
    const isWritten = await areWritten(judgement, folder, output, io);
    const isAppended = history === undefined || isHistoryWritten(resolve(io.cwd, history), judgement.report, io);
    if (!isWritten || !isAppended) return judgement.status === 0 ? 2 : judgement.status;
    if (flags['open'] === true && output.reporters.includes('html')) openPage(join(folder, 'index.html'));
    return earlier === undefined ? judgement.status : statusComparedWith(earlier, judgement, configuration, io);
  } catch (error) {
    // Stopped while the target was waited for.
    if (stop.signal.aborted) return 130;
    // The report of an earlier run is not replaced by one that has only what is missing.
    if (error instanceof TargetError && again === undefined) await writeUnjudged(error, configuration, folder, io);
    throw error;
  } finally {
    shown.finished();
    await server?.close();
    release();
  }
}

interface Showing {
  readonly folder: string;
  readonly job: Job | undefined;
  readonly shown: Display;
  readonly signal: AbortSignal;
}

/** Judges; shows each verdict as it comes, and keeps it in the folder in case the run is killed. */
function judgeShown(configuration: Configuration, { folder, job, shown, signal }: Showing): Promise<Judgement> {
  const kept = new RowsOfRun(folder, configuration, job);
  let areWritersLoading = false;
  return judge(configuration, {
    catalogue,
    signal,
    reportFile: join(configuration.output.reportDir, 'conformance.json'),
    onWait: (sentence) => shown.waits(sentence),
    onTarget: (target) => {
      shown.began(configuration, target);
      kept.began(target);
    },
    onStart: (requirements) => {
      shown.started(requirements.length);
      kept.started(requirements);
    },
    onVerdict: (requirement, verdict) => {
      // The program has nothing else to do while the checks run in their thread.
      if (!areWritersLoading) loadWriters(configuration.output.reporters);
      areWritersLoading = true;
      shown.decided(requirement, verdict);
      kept.decided(requirement, verdict);
    },
    onProgress: (requests) => {
      shown.sent(requests);
      kept.sent(requests);
    },
    onCreated: (left) => kept.created(left),
  });
}

/** `--plan`. */
async function plan(configuration: Configuration, io: Io): Promise<ExitCode> {
  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  // It runs the checks in this process: nothing else of this program needs them.
  const { planRun } = await import('../session/plan.ts');
  try {
    const planned = await planRun(configuration, catalogue, stop.signal);
    if (stop.signal.aborted) return 130;
    io.out(renderPlan(planned));
    return 0;
  } finally {
    release();
  }
}

async function awaitTarget(
  { target, run: { proxy } }: Configuration,
  flags: Flags,
  io: Io,
  signal: AbortSignal,
): Promise<void> {
  const wait = textOf('wait-for-target', flags, io.env);
  if (wait === undefined) return;
  const waitMs = parseWait(wait.value);
  if (proxy !== undefined)
    throw new UsageError(
      `${wait.source} waits until the target accepts connections, and a proxy accepts them for it`,
      'leave it out, or name the host of the target in NO_PROXY',
    );
  if (target !== undefined) await waitForTarget(target.baseUrl, waitMs, signal);
}

/** `--again`: the same seed and depth, and only what was left open. */
function configurationFor(again: ConformanceReport | undefined, flags: Flags, io: Io): Configuration {
  if (again === undefined) return loadConfiguration({ cwd: io.cwd, env: io.env, flags });
  const { seed, depth } = again.run;
  const only = globsFor(openIds(again), catalogue);
  if (only.length === 0)
    throw new UsageError('in that report every requirement was decided, and none failed', 'run it without --again');
  const { embedded, fault } = again.target;
  const same = embedded === true && flags['base-url'] === undefined ? defined({ fault }) : {};
  return loadConfiguration({ cwd: io.cwd, env: io.env, flags: { seed: String(seed), depth, ...same, ...flags, only } });
}

function merged(
  again: ConformanceReport,
  { report, problems, leftBehind }: Judgement,
  { target, output }: Configuration,
): Judgement {
  const both = mergeAgain(again, report, openIds(again), target?.waivers ?? [], problems);
  return { report: both, problems, leftBehind, status: exitStatus(both, output, problems) };
}

async function print(
  { report, problems }: Judgement,
  { output, file }: Configuration,
  flags: Flags,
  io: Io,
): Promise<void> {
  const color = wantsColor(io, io.outIsTTY, flags['no-color']);
  const html = output.reporters.includes('html') ? { reportDir: output.reportDir } : {};
  if (output.quiet || !output.reporters.includes('console')) io.out(renderQuiet(report, { color, ...html }));
  else io.out(renderSummary(report, { color, width: io.width, ...html }));
  await emit(report, output.reporters, io);
  if (flags['write-waivers'] === true) io.out(renderWaivers(report, file));
  for (const problem of problems) io.err(`cawl: internal error: ${problem}\n`);
}

/** The reports of a target that cannot be judged: CI shows why, and not what an earlier run found. */
async function writeUnjudged(error: TargetError, configuration: Configuration, folder: string, io: Io): Promise<void> {
  const { output } = configuration;
  const reportFile = join(output.reportDir, 'conformance.json');
  const report = await reportUnjudged(configuration, error, { catalogue, reportFile });
  if (report === undefined) return;
  await emit(report, output.reporters, io);
  await areWritten({ report, leftBehind: error.leftBehind }, folder, output, io);
}

/** `--compare-to`: says what is worse than in the earlier run, and lets only that fail this one. */
function statusComparedWith(
  earlier: ConformanceReport,
  { report, problems, status }: Judgement,
  { output, run }: Configuration,
  io: Io,
): ExitCode {
  if (status !== 0 && status !== 1) return status;
  const comparison = compareRuns(
    report,
    earlier,
    output,
    run.only.length + run.skip.length > 0 && report.run.again === undefined,
  );
  if (status === 0 && !comparison.fails) return 0;
  io.out(renderComparison(comparison));
  return exitStatus(report, output, problems, comparison);
}
