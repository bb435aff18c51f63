/**
 * The history of runs: a file with one line of JSON per run, which `--history FILE` appends to and the page draws. Reports
 * carry the last runs of their target, so that a page needs no other file.
 */
import { appendFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport, HistoryEntry } from '../core/report.ts';
import { tallyOf } from './selectors.ts';
import { activeAsJson } from './visible-text.ts';

/** Runs that a report carries. */
const kept = 30;

/**
 * Runs in the order of the file; none if it does not exist.
 * @throws UsageError if a line is not an entry: the file is not ours
 */
export function readHistory(path: string): HistoryEntry[] {
  if (!existsSync(path)) return [];
  return readText(path)
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [entryIn(line, path, index + 1)]));
}

function readText(path: string): string {
  // A device has no end.
  if (!statSync(path).isFile())
    throw new UsageError(
      `--history ${path} is not a file`,
      'name one; it is created where it does not exist',
      'FILE_ERROR',
    );
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`--history ${path} cannot be read: ${(error as Error).message}`, undefined, 'FILE_ERROR');
  }
}

function entryIn(line: string, path: string, number: number): HistoryEntry {
  const entry = parsed(line);
  const counts = [entry?.passed, entry?.failed, entry?.undecided, entry?.durationMs];
  if (typeof entry?.startedAt === 'string' && counts.every((count) => typeof count === 'number')) return entry;
  throw new UsageError(
    `--history ${path}:${number} is not an entry of a history: cawl did not write that file`,
    'name another file; it is created where it does not exist',
    'FILE_ERROR',
  );
}

function parsed(line: string): HistoryEntry | null {
  try {
    return JSON.parse(line) as HistoryEntry | null;
  } catch {
    return null;
  }
}

/** The report with the runs of its target before it and itself as the last one. */
export function withHistory(report: ConformanceReport, earlier: readonly HistoryEntry[]): ConformanceReport {
  const now = entryOf(report);
  const same = earlier.filter(({ target }) => target === now.target);
  return { ...report, history: [...same, now].slice(-kept) };
}

/** Adds the last run of a report to the file. */
export function appendHistory(path: string, { history = [] }: Pick<ConformanceReport, 'history'>): void {
  const last = history.at(-1);
  if (last !== undefined) appendFileSync(path, `${activeAsJson(JSON.stringify(last))}\n`);
}

/** Two embedded servers have different addresses; their fault tells them apart. */
function targetOf({ target }: ConformanceReport): string {
  return target.embedded === true ? `embedded${target.fault === undefined ? '' : ` ${target.fault}`}` : target.baseUrl;
}

function entryOf(report: ConformanceReport): HistoryEntry {
  const { run, requirements } = report;
  const counts = Object.fromEntries(tallyOf(requirements, report).map(({ verdict, count }) => [verdict, count]));
  return {
    startedAt: run.startedAt,
    target: targetOf(report),
    depth: run.depth,
    verdict: report.verdict,
    passed: counts['pass'] ?? 0,
    failed: counts['fail'] ?? 0,
    undecided: counts['inconclusive'] ?? 0,
    advice: counts['advice'] ?? 0,
    requests: run.requests,
    durationMs: run.durationMs,
  };
}
