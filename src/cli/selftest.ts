/**
 * `cawl selftest`: judges every fault of the reference server, the server without a fault, and conforming servers. Ignores
 * configuration files and the environment, so the result is the same everywhere.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport, ConformingServerResult } from '../core/report.ts';
import type { Fault } from '../reference/index.ts';
import { checkFolder, filesOf, painter, type ReporterName, writeReports } from '../report/index.ts';
import { plural } from '../report/visible-text.ts';
import { loadConforming } from '../selftest/conforming.ts';
import { proofRows, totalsOf } from '../selftest/matrix.ts';
import { inProofOrder, spreadAmong } from '../selftest/order.ts';
import { runJobs } from '../selftest/pool.ts';
import { type FaultProof, unfinishedProof } from '../selftest/prove.ts';
import { mustBeCaught, type ProofScope } from '../selftest/scope.ts';
import { type FalseAlarm, renderTable } from '../selftest/table.ts';
import type { Job, JobResult } from '../selftest/worker.ts';
import { judge } from '../session/judge.ts';
import { catalogue } from './catalogue.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';

const reporters: readonly ReporterName[] = ['html', 'json'];

export async function selftest(flags: Flags, io: Io): Promise<ExitCode> {
  const began = Date.now();
  const chosen = await chosenFaults((flags['fault'] as string[] | undefined) ?? []);
  const scope = scopeOf(flags);
  const atOnce = jobsAtOnce(flags['jobs'] as string | undefined);
  const given = { depth: flags['depth'], seed: flags['seed'], 'report-dir': flags['report-dir'] };
  const flagsOfRun = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const configuration = loadConfiguration({ cwd: io.cwd, env: {}, flags: flagsOfRun, value: {} });
  const { run, output } = configuration;
  const folder = resolve(io.cwd, output.reportDir);
  await checkFolder(folder, filesOf(reporters));
  const conforming = await conformingServers(flags['correct'] as string | undefined, io.cwd);

  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  const { signal } = stop;
  try {
    const reportFile = join(output.reportDir, 'conformance.json');
    const { report, problems } = await judge(configuration, { catalogue, signal, reportFile });
    if (signal.aborted) return 130;
    const beside = conforming.names.length === 0 ? '' : `${plural(conforming.names.length, 'conforming server')}, `;
    io.err(`${plural(chosen.length, 'fault')}, ${beside}seed ${run.seed}, depth ${run.depth}\n`);
    const options = { depth: run.depth, seed: run.seed, scope };
    const servers = conforming.names.map((server, place): Job => {
      const declared = (place + run.seed) % 2 === 1;
      return { module: conforming.file, server, run: { seed: run.seed, declared, run: { depth: run.depth } } };
    });
    const faults = (await inProofOrder(chosen)).map(({ name }): Job => ({ fault: name, options }));
    const jobs = spreadAmong(servers, faults);
    const results = new Results(chosen, countdown(jobs.length, io));
    await runJobs(jobs, { atOnce, signal, onResult: (job, result) => results.add(job, result) });
    if (signal.aborted) return 130;
    const { proofs } = results;
    const selfProof = proofRows(proofs);
    await writeReports(
      { ...report, selfProof, ...(results.conforming.length === 0 ? {} : { correctServers: results.conforming }) },
      { dir: folder, reporters },
    );
    const json = flags['json'] as string | undefined;
    if (json !== undefined) writeJson(resolve(io.cwd, json), json, selfProof);
    const alarms = [...alarmsOf(report), ...problems.map((message) => ({ id: 'the kit', message }))];
    const onOthers = results.conforming.flatMap(({ server, blamed }) => blamed.map((one) => ({ ...one, server })));
    const table = {
      ...{ proofs, conforming: results.conforming, alarms: [...alarms, ...onOthers] },
      ...{ ...verdictsOf(report), ms: Date.now() - began },
    };
    io.out(renderTable(table, painter(wantsColor(io, io.outIsTTY, flags['no-color'])), io.width));
    io.out(`the table as a page: ${join(output.reportDir, 'index.html')}\n`);
    const missed = totalsOf(proofs).missed.filter(({ row }) => mustBeCaught(row.level));
    const failed = proofs.some(({ errors }) => errors.length > 0);
    return missed.length + table.alarms.length > 0 || failed ? 1 : 0;
  } finally {
    release();
  }
}

function scopeOf(flags: Flags): ProofScope {
  const [owner, all] = [flags['owner-only'] === true, flags['every-row'] === true];
  if (owner && all) throw new UsageError('--owner-only and --every-row exclude each other', 'leave out one of them');
  return owner ? 'owner' : all ? 'all' : 'operation';
}

/** The servers that can run here, by name; each is started where it is judged. */
async function conformingServers(shown: string | undefined, cwd: string): Promise<{ file: string; names: string[] }> {
  if (shown === undefined) return { file: '', names: [] };
  const file = resolve(cwd, shown);
  const servers = await loadConforming(file, shown);
  return { file, names: servers.filter(({ skip }) => skip === undefined).map(({ name }) => name) };
}

/** The results so far: of each fault, in the order of the faults, and of each conforming server. */
class Results {
  readonly conforming: ConformingServerResult[] = [];
  readonly #faults: readonly Fault[];
  readonly #proofs = new Map<string, FaultProof>();
  readonly #report: (problem: string | undefined) => void;

  constructor(faults: readonly Fault[], report: (problem: string | undefined) => void) {
    this.#faults = faults;
    this.#report = report;
  }

  get proofs(): FaultProof[] {
    return this.#faults.flatMap(({ name }) => this.#proofs.get(name) ?? []);
  }

  add(job: Job, result: JobResult): void {
    const reason = 'failed' in result ? result.failed : 'no result';
    if ('fault' in job) {
      const fault = this.#faults.find(({ name }) => name === job.fault)!;
      const proof = 'proof' in result ? result.proof : unfinishedProof(fault, catalogue, reason);
      this.#proofs.set(fault.name, proof);
      const missed = !proof.row.caught && proof.unseen === undefined;
      this.#report(missed ? `missed ${fault.name} (${fault.owner})` : undefined);
      return;
    }
    const unfinished = { passed: 0, blamed: [{ id: 'the kit', message: reason }], requests: 0, ms: 0 };
    const judged = 'conforming' in result ? result.conforming : { server: job.server, ...unfinished };
    this.conforming.push(judged);
    const [alarm] = judged.blamed;
    this.#report(alarm === undefined ? undefined : `false alarm on ${job.server}: ${alarm.id}`);
  }
}

async function chosenFaults(globs: readonly string[]): Promise<Fault[]> {
  const { faults } = await import('../reference/faults/index.ts');
  const unmatched = globs.find((glob) => !faults.some(({ name }) => picomatch.isMatch(name, glob)));
  if (unmatched !== undefined)
    throw new UsageError(
      `--fault "${unmatched}" matches no fault`,
      'list them with: cawl serve --list-faults',
      'NO_MATCH',
    );
  return faults.filter(({ name }) => globs.length === 0 || globs.some((glob) => picomatch.isMatch(name, glob)));
}

function jobsAtOnce(text: string | undefined): number {
  // A proof spends most of its time waiting: six for each core keep it busy.
  if (text === undefined) return 6 * availableParallelism();
  const jobs = Number(text);
  if (/^\d+$/.test(text) && jobs >= 1 && jobs <= 256) return jobs;
  throw new UsageError(`--jobs is "${text}"; it takes a whole number from 1 to 256`);
}

/** What failed on the server without a fault, internal errors too. */
function alarmsOf(report: ConformanceReport): FalseAlarm[] {
  return report.requirements
    .filter(({ verdict }) => verdict === 'fail' || verdict === 'error')
    .map(({ id, message = '' }) => ({ id, message }));
}

function verdictsOf({ requirements }: ConformanceReport): { passed: number; inconclusive: string[] } {
  return {
    passed: requirements.filter(({ verdict }) => verdict === 'pass').length,
    inconclusive: requirements.filter(({ verdict }) => verdict === 'inconclusive').map(({ id }) => id),
  };
}

/** Progress on stderr: on a terminal one line that is overwritten; elsewhere a line per problem and per 50 results. */
function countdown(all: number, io: Io): (wrong: string | undefined) => void {
  let done = 0;
  let wrong = 0;
  return (line) => {
    done += 1;
    if (line !== undefined) wrong += 1;
    const state = `${done} of ${all} servers, ${wrong} wrong`;
    if (io.errIsTTY) io.err(`\r\x1b[K${done === all ? `${state}\n` : state}`);
    else if (line !== undefined) io.err(`${line}\n`);
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
