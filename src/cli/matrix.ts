/** `cawl matrix`: many implementations side by side, judged now or from their reports. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import { matrixStatus } from '../core/gate.ts';
import type { Matrix } from '../core/matrix.ts';
import { matchesQuery } from '../core/matrix-query.ts';
import type { ConformanceReport } from '../core/report.ts';
import { type Fleet, readFleet, spanOf } from '../fleet/fleet-file.ts';
import { buildMatrix, type Judged } from '../fleet/matrix.ts';
import { renderMatrixHtml } from '../report/html/matrix-page.ts';
import { renderMatrixConsole, renderMatrixCsv, renderMatrixMarkdown } from '../report/matrix-text.ts';
import { validator } from '../schema/validator.ts';
import { kitVersion } from '../version.ts';
import { catalogue } from './catalogue.ts';
import type { ExitCode, Io } from './io.ts';
import { judgeFleet } from './judge-fleet.ts';
import { readReport, reportFile } from './read-report.ts';

/** A report that is older is stale, unless the fleet file or a flag says otherwise. */
const staleAfter = '7d';

export async function matrix(flags: Flags, io: Io): Promise<ExitCode> {
  const sources = (flags['sources'] as unknown[]).map(String);
  const dir = (flags['report-dir'] as string | undefined) ?? 'reports/matrix';
  const folder = resolve(io.cwd, dir);
  const last = lastMatrix(flags, folder, io);
  const fleet = fleetFrom(sources, flags, io);
  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  let judged: readonly Judged[];
  try {
    judged =
      fleet === undefined
        ? sources.map((source) => judgedFrom(source, folder, io))
        : await judgeFleet(fleet, { flags, io, folder, signal: stop.signal });
  } finally {
    release();
  }
  if (stop.signal.aborted) return 130;
  const stale = flags['stale-after'] as string | undefined;
  const made = buildMatrix(judged, {
    catalogue,
    kit: kitVersion(),
    now: new Date(),
    bugs: fleet?.bugs ?? [],
    staleAfterMs: stale === undefined ? (fleet?.staleAfterMs ?? spanOf(staleAfter)) : spanOf(stale),
    ...(last === undefined ? {} : { last }),
  });
  write(made, folder);
  const query = flags['query'] as string | undefined;
  io.out(renderMatrixConsole(queried(made, query), query !== undefined));
  io.err(
    `wrote ${['matrix.html', 'matrix.json', 'matrix.csv', 'matrix.md'].map((name) => join(dir, name)).join(', ')}\n`,
  );
  return matrixStatus(made);
}

function fleetFrom(sources: readonly string[], flags: Flags, io: Io): Fleet | undefined {
  const files = sources.filter((source) => /\.ya?ml$/.test(source));
  if (files.length === 0) return undefined;
  if (sources.length > 1) throw new UsageError('a fleet file stands alone: give it, or the reports to compare');
  return readFleet(sources[0]!, { cwd: io.cwd, env: io.env, flags });
}

/** A report that is there already, as that of a nightly build. One that cannot be read is a column without verdicts. */
function judgedFrom(source: string, folder: string, io: Io): Judged {
  const file = reportFile(source, io.cwd);
  const name = dirname(file) === '.' ? source : (dirname(file).split(/[\\/]/).at(-1) ?? source);
  if (!existsSync(resolve(io.cwd, file))) return { name, problem: `no report at ${source}` };
  const report = readableReport(file, io);
  if (report instanceof UsageError) return { name, problem: report.message };
  const page = join(dirname(resolve(io.cwd, file)), 'index.html');
  return {
    name: report.run.job?.implementation ?? name,
    report,
    ...(existsSync(page) ? { path: relative(folder, page).replaceAll('\\', '/') } : {}),
  };
}

/** The report, or why it cannot be read. */
function readableReport(file: string, { cwd }: Io): ConformanceReport | UsageError {
  try {
    return readReport(file, cwd);
  } catch (error) {
    if (error instanceof UsageError) return error;
    throw error;
  }
}

/** `--compare-to`, or the matrix that an earlier run left in the folder. */
function lastMatrix(flags: Flags, folder: string, io: Io): Matrix | undefined {
  const named = flags['compare-to'] as string | undefined;
  const path = named === undefined ? join(folder, 'matrix.json') : resolve(io.cwd, named);
  if (named === undefined && !existsSync(path)) return undefined;
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const problem = validator('kit/matrix')(value)[0];
    if (problem !== undefined) throw new Error(problem.message);
    return value as Matrix;
  } catch (error) {
    const why = `the last matrix ${named ?? path} cannot be read: ${(error as Error).message}`;
    throw new UsageError(why, 'name another with --compare-to, or remove it', 'FILE_ERROR');
  }
}

function queried(made: Matrix, query: string | undefined): Matrix {
  if (query === undefined) return made;
  const names = made.implementations.map(({ name }) => name);
  return { ...made, requirements: made.requirements.filter((row) => matchesQuery(query, row, names)) };
}

function write(made: Matrix, folder: string): void {
  const files = {
    'matrix.json': `${JSON.stringify(made, null, 2)}\n`,
    'matrix.html': renderMatrixHtml(made),
    'matrix.csv': renderMatrixCsv(made),
    'matrix.md': renderMatrixMarkdown(made),
  };
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    rmSync(join(folder, 'plan.json'), { force: true });
  } catch (error) {
    throw new UsageError(`${folder} cannot be written: ${(error as Error).message}`, undefined, 'FILE_ERROR');
  }
}
