/** `cawl merge DIR…`: joins the reports of the jobs of a plan, and decides the gate anew. Sends nothing. */
import { dirname, resolve } from 'node:path';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import { exitStatus } from '../core/gate.ts';
import { mergeReports, type ShardReport } from '../fleet/merge.ts';
import { checkReporters, defaultReporters, renderSummary, writeReports } from '../report/index.ts';
import { reportOfPartial } from '../runner/partial.ts';
import { catalogue } from './catalogue.ts';
import { emit } from './emit.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';
import { partialIn } from './partial-file.ts';
import { readReport, reportFile } from './read-report.ts';
import { reporterNamed } from './reporter-named.ts';

export async function merge(flags: Flags, io: Io): Promise<ExitCode> {
  const dirs = (flags['dirs'] as unknown[]).map(String);
  const reportDir = (flags['report-dir'] as string | undefined) ?? 'reports';
  if (dirs.some((dir) => resolve(io.cwd, dir) === resolve(io.cwd, reportDir)))
    throw new UsageError(`--report-dir ${reportDir} is one of the folders to merge`, 'name another folder');
  const requested = (flags['reporter'] as string[] | undefined)?.map(reporterNamed);
  const reporters = [...new Set([...(requested ?? defaultReporters), 'json' as const])];
  checkReporters(reporters);
  const report = mergeReports(
    dirs.map((dir) => shardIn(dir, io)),
    catalogue,
  );
  await writeReports(report, { dir: resolve(io.cwd, reportDir), reporters });
  const color = wantsColor(io, io.outIsTTY, flags['no-color']);
  io.out(renderSummary(report, { color, width: io.width, reportDir }));
  await emit(report, requested ?? [], io);
  for (const { shard, problem } of report.run.merged?.problems ?? []) io.err(`cawl: ${shard}: ${problem}\n`);
  const policy = { failOn: report.run.failOn ?? 'gate', requireComplete: flags['require-complete'] === true };
  return exitStatus(report, policy);
}

/** A job that could not begin leaves its folder empty: no reason to lose what the others decided. */
function shardIn(dir: string, io: Io): ShardReport {
  const file = reportFile(dir, io.cwd);
  const killed = partialIn(resolve(io.cwd, dirname(file)));
  if (killed !== undefined) return { from: dir, report: reportOfPartial(killed, catalogue) };
  try {
    return { from: dir, report: readReport(file, io.cwd) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { from: dir, problem: `has no report: ${error.message}` };
  }
}
