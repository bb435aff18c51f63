/**
 * `cawl selftest`: the kit against every fault of the reference server, against the server without one, and against
 * servers of other makes that are correct. Nothing of the surroundings counts, neither file nor environment: the same trial everywhere.
 */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { catalogue } from '../../suites/catalogue.ts';
import { loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport, SparedServer } from '../core/report.ts';
import type { Fault } from '../reference/index.ts';
import { checkFolder, filesOf, painter, type ReporterName, writeReports } from '../report/index.ts';
import { plural } from '../report/visible-text.ts';
import { loadConforming } from '../selftest/conforming.ts';
import { mustBeCaught, proofRows, totalsOf } from '../selftest/matrix.ts';
import { carryOut } from '../selftest/pool.ts';
import { lost, type ProofRows, type Proven } from '../selftest/prove.ts';
import { type FalseAlarm, renderTable } from '../selftest/table.ts';
import type { Order, Reply } from '../selftest/worker.ts';
import { judge } from '../session/judge.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';

const reporters: readonly ReporterName[] = ['html', 'json'];

export async function selftest(flags: Flags, io: Io): Promise<ExitCode> {
  const began = Date.now();
  const chosen = await chosenFaults((flags['fault'] as string[] | undefined) ?? []);
  const rows = rowsOf(flags);
  const jobs = jobsOf(flags['jobs'] as string | undefined);
  const given = { depth: flags['depth'], seed: flags['seed'], 'report-dir': flags['report-dir'] };
  const flagsOfRun = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const configuration = loadConfiguration({ cwd: io.cwd, env: {}, flags: flagsOfRun, value: {} });
  const { run, output } = configuration;
  const folder = resolve(io.cwd, output.reportDir);
  await checkFolder(folder, filesOf(reporters));
  const correct = await correctServers(flags['correct'] as string | undefined, io.cwd);

  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  const { signal } = stop;
  try {
    const reportFile = join(output.reportDir, 'conformance.json');
    const { report, problems } = await judge(configuration, { signal, reportFile });
    if (signal.aborted) return 130;
    const beside = correct.names.length === 0 ? '' : `${plural(correct.names.length, 'correct server')}, `;
    io.err(`${plural(chosen.length, 'fault')}, ${beside}seed ${run.seed}, depth ${run.depth}\n`);
    const options = { depth: run.depth, seed: run.seed, rows };
    // Servers first: some take their time over an answer, while faults fill the other lanes.
    const orders: Order[] = [
      ...correct.names.map((name, place) => {
        const trial = { seed: run.seed, declared: (place + run.seed) % 2 === 1, run: { depth: run.depth } };
        return { correct: correct.file, name, trial };
      }),
      ...chosen.map(({ name }) => ({ fault: name, options })),
    ];
    const trials = new Trials(chosen, countdown(orders.length, io));
    await carryOut(orders, { jobs, signal, onReply: (order, reply) => trials.take(order, reply) });
    if (signal.aborted) return 130;
    const { proven, spared } = trials;
    const selfProof = proofRows(proven);
    await writeReports(
      { ...report, selfProof, ...(spared.length === 0 ? {} : { correctServers: spared }) },
      { dir: folder, reporters },
    );
    const json = flags['json'] as string | undefined;
    if (json !== undefined) writeJson(resolve(io.cwd, json), json, selfProof);
    const alarms = [...alarmsOf(report), ...problems.map((message) => ({ id: 'the kit', message }))];
    const blamed = spared.flatMap(({ server, blamed }) => blamed.map((one) => ({ ...one, server })));
    const table = { proven, spared, alarms: [...alarms, ...blamed], ...decided(report), ms: Date.now() - began };
    io.out(renderTable(table, painter(wantsColor(io, io.outIsTTY, flags['no-color'])), io.width));
    io.out(`the table as a page: ${join(output.reportDir, 'index.html')}\n`);
    const missed = totalsOf(proven).missed.filter(({ row }) => mustBeCaught(row.level));
    const failed = proven.some(({ errors }) => errors.length > 0);
    return missed.length + table.alarms.length > 0 || failed ? 1 : 0;
  } finally {
    release();
  }
}

function rowsOf(flags: Flags): ProofRows {
  const [owner, all] = [flags['owner-only'] === true, flags['every-row'] === true];
  if (owner && all) throw new UsageError('--owner-only and --every-row exclude each other', 'leave out one of them');
  return owner ? 'owner' : all ? 'all' : 'operation';
}

/** The servers that can run here, by name; each is started where it is judged. */
async function correctServers(shown: string | undefined, cwd: string): Promise<{ file: string; names: string[] }> {
  if (shown === undefined) return { file: '', names: [] };
  const file = resolve(cwd, shown);
  const servers = await loadConforming(file, shown);
  return { file, names: servers.filter(({ skip }) => skip === undefined).map(({ name }) => name) };
}

/** What became of each fault, in their order, and of each correct server. */
class Trials {
  readonly spared: SparedServer[] = [];
  readonly #faults: readonly Fault[];
  readonly #proven = new Map<string, Proven>();
  readonly #tell: (line: string | undefined) => void;

  constructor(faults: readonly Fault[], tell: (line: string | undefined) => void) {
    this.#faults = faults;
    this.#tell = tell;
  }

  get proven(): Proven[] {
    return this.#faults.flatMap(({ name }) => this.#proven.get(name) ?? []);
  }

  take(order: Order, reply: Reply): void {
    if ('fault' in order) {
      const fault = this.#faults.find(({ name }) => name === order.fault)!;
      const proven =
        'proven' in reply ? reply.proven : lost(fault, catalogue, 'failed' in reply ? reply.failed : 'no answer');
      this.#proven.set(fault.name, proven);
      const missed = !proven.row.caught && proven.unseen === undefined;
      this.#tell(missed ? `missed ${fault.name} (${fault.owner})` : undefined);
      return;
    }
    const spared =
      'spared' in reply
        ? reply.spared
        : {
            server: order.name,
            passed: 0,
            blamed: [{ id: 'the kit', message: 'failed' in reply ? reply.failed : 'no answer' }],
            requests: 0,
            ms: 0,
          };
    this.spared.push(spared);
    this.#tell(spared.blamed.length > 0 ? `blamed ${order.name}: ${spared.blamed[0]!.id}` : undefined);
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

/** Progress on stderr: a line that is written over on a terminal, else one for each that is wrong and each fifty. */
function countdown(all: number, io: Io): (wrong: string | undefined) => void {
  let done = 0;
  let wrong = 0;
  return (line) => {
    done += 1;
    if (line !== undefined) wrong += 1;
    const state = `${done} of ${all} trials, ${wrong} wrong`;
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
