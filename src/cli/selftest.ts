/**
 * `cawl selftest`: the kit against every fault of the reference server, and against the server without one. Nothing of
 * the surroundings counts, neither file nor environment: the same trial everywhere.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport } from '../core/report.ts';
import type { Fault } from '../reference/index.ts';
import { checkFolder, filesOf, painter, type ReporterName, writeReports } from '../report/index.ts';
import { mustBeCaught, proofRows, totalsOf } from '../selftest/matrix.ts';
import { proveAll } from '../selftest/pool.ts';
import type { Proven } from '../selftest/prove.ts';
import { type FalseAlarm, renderTable } from '../selftest/table.ts';
import { judge } from '../target/judge.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';

const reporters: readonly ReporterName[] = ['html', 'json'];

export async function selftest(flags: Flags, io: Io): Promise<ExitCode> {
  const began = Date.now();
  const chosen = await chosenFaults((flags['fault'] as string[] | undefined) ?? []);
  const jobs = jobsOf(flags['jobs'] as string | undefined);
  const given = { depth: flags['depth'], seed: flags['seed'], 'report-dir': flags['report-dir'] };
  const flagsOfRun = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const configuration = loadConfiguration({ cwd: io.cwd, env: {}, flags: flagsOfRun, value: {} });
  const { run, output } = configuration;
  const folder = resolve(io.cwd, output.reportDir);
  await checkFolder(folder, filesOf(reporters));

  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  const { signal } = stop;
  try {
    const reportFile = join(output.reportDir, 'conformance.json');
    const { report, problems } = await judge(configuration, { signal, reportFile });
    if (signal.aborted) return 130;
    io.err(`${chosen.length} ${chosen.length === 1 ? 'fault' : 'faults'}, seed ${run.seed}, depth ${run.depth}\n`);
    const ownerOnly = flags['owner-only'] === true;
    const proven = await proveAll(chosen, {
      jobs,
      depth: run.depth,
      seed: run.seed,
      ownerOnly,
      signal,
      onProven: countdown(chosen.length, io),
    });
    if (signal.aborted) return 130;
    const selfProof = proofRows(proven);
    await writeReports({ ...report, selfProof }, { dir: folder, reporters });
    const json = flags['json'] as string | undefined;
    if (json !== undefined) writeJson(resolve(io.cwd, json), json, selfProof);
    const alarms = [...alarmsOf(report), ...problems.map((message) => ({ id: 'the kit', message }))];
    const table = { proven, alarms, ...decided(report), ms: Date.now() - began };
    io.out(renderTable(table, painter(wantsColor(io, io.outIsTTY, flags['no-color'])), io.width));
    io.out(`the table as a page: ${join(output.reportDir, 'index.html')}\n`);
    const missed = totalsOf(proven).missed.filter(({ row }) => mustBeCaught(row.level));
    const failed = proven.some(({ errors }) => errors.length > 0);
    return missed.length + alarms.length > 0 || failed ? 1 : 0;
  } finally {
    release();
  }
}

async function chosenFaults(globs: readonly string[]): Promise<Fault[]> {
  const { faults } = await import('../reference/faults/index.ts');
  const unmatched = globs.find((glob) => !faults.some(({ name }) => picomatch.isMatch(name, glob)));
  if (unmatched !== undefined)
    throw new UsageError(`--fault "${unmatched}" matches no fault`, 'all of them: cawl serve --list-faults');
  return faults.filter(({ name }) => globs.length === 0 || globs.some((glob) => picomatch.isMatch(name, glob)));
}

function jobsOf(text: string | undefined): number {
  // About a third of a proof is waiting: one process more than cores keeps them busy.
  if (text === undefined) return availableParallelism() + 1;
  const jobs = Number(text);
  if (/^\d+$/.test(text) && jobs >= 1 && jobs <= 256) return jobs;
  throw new UsageError(`--jobs is "${text}"; it takes a whole number from 1 to 256`);
}

/** What failed where nothing is wrong, the kit's own failures too. */
function alarmsOf(report: ConformanceReport): FalseAlarm[] {
  return report.requirements
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ id, message = '' }) => ({ id, message }));
}

function decided({ requirements }: ConformanceReport): { passed: number; undecided: string[] } {
  return {
    passed: requirements.filter(({ verdict }) => verdict === 'pass').length,
    undecided: requirements.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id),
  };
}

/** Progress on stderr: a line that is written over on a terminal, else one for each miss and each fifty faults. */
function countdown(all: number, io: Io): (proven: Proven) => void {
  let done = 0;
  let missed = 0;
  return ({ row, unseen }) => {
    done += 1;
    const miss = !row.caught && unseen === undefined;
    if (miss) missed += 1;
    const state = `${done} of ${all} faults, ${missed} missed`;
    if (io.errIsTTY) io.err(`\r\x1b[K${done === all ? `${state}\n` : state}`);
    else if (miss) io.err(`missed ${row.fault} (${row.owner})\n`);
    else if (done % 50 === 0) io.err(`${state}\n`);
  };
}

function writeJson(path: string, shown: string, rows: ReturnType<typeof proofRows>): void {
  try {
    writeFileSync(path, `${JSON.stringify(rows, null, 2)}\n`);
  } catch (error) {
    throw new UsageError(`--json ${shown} cannot be written: ${(error as Error).message}`);
  }
}
