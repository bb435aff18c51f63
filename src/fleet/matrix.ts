/** Puts the reports of many implementations side by side. What is not known is a cell, too, and says why. */

import { defined } from '../core/defined.ts';
import { failsGate } from '../core/gate.ts';
import {
  type BugLink,
  type CellVerdict,
  cellVerdicts,
  type Freshness,
  type Matrix,
  type MatrixCell,
  type MatrixImplementation,
  type MatrixRow,
  type MatrixTrend,
} from '../core/matrix.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import { sectionText } from '../core/source.ts';
import { covers } from '../core/waivers.ts';
import { badgeText } from '../report/badge.ts';
import { compareGaps } from './compare-gaps.ts';

/** One implementation with its report, or the reason why there is none. */
export interface Judged {
  readonly name: string;
  readonly version?: string;
  readonly report?: ConformanceReport;
  /** Its path, relative to the matrix. */
  readonly path?: string;
  readonly problem?: string;
}

export interface MatrixOptions {
  readonly catalogue: readonly Requirement[];
  readonly kit: string;
  readonly now: Date;
  /** The last matrix: for the trend, and for implementations that could not be judged now. */
  readonly last?: Matrix;
  readonly bugs?: readonly BugLink[];
  /** A report that is older, ms, is stale. */
  readonly staleAfterMs: number;
}

/** An implementation with its cells by requirement. */
interface Column {
  readonly head: MatrixImplementation;
  readonly cells: ReadonlyMap<string, MatrixCell>;
  readonly report?: ConformanceReport;
}

export function buildMatrix(judged: readonly Judged[], options: MatrixOptions): Matrix {
  const { catalogue, kit, now, last, bugs = [] } = options;
  const columns = judged.map((one) => columnOf(one, options));
  const requirements = catalogue
    .filter(({ id }) => columns.some(({ cells }) => cells.has(id)))
    .map((requirement) => rowOf(requirement, columns, last, bugs));
  const isUsed = ({ implementation, requirement }: BugLink) =>
    requirements.some(({ id, cells }) =>
      cells.some(
        ({ bug }, index) =>
          bug !== undefined && columns[index]?.head.name === implementation && covers({ requirement }, id),
      ),
    );
  const settledBugs = bugs.filter((bug) => !isUsed(bug));
  return {
    schemaVersion: 1,
    kit: { name: 'cawl-conformance', version: kit },
    at: now.toISOString(),
    implementations: columns.map(({ head }) => head),
    requirements,
    gaps: compareGaps(
      columns.map(({ head, report }) => ({ name: head.name, observations: report?.observations ?? [] })),
    ),
    ...(last === undefined ? {} : { trend: trendOf(requirements, last) }),
    ...(settledBugs.length === 0 ? {} : { settledBugs }),
  };
}

function columnOf(one: Judged, options: MatrixOptions): Column {
  const { name, version, report, path, problem } = one;
  if (report === undefined) return columnOfLast(one, options.last);
  const { unjudged } = report.run;
  if (unjudged !== undefined) return columnOfLast({ ...one, problem: problem ?? unjudged.reason }, options.last);
  const { verdict, run, kit, target, requirements } = report;
  const [freshness, why] = freshnessOf(report, options, problem);
  const head = defined({
    name,
    version: version ?? run.job?.version,
    baseUrl: target.embedded === true ? undefined : target.baseUrl,
    freshness,
    problem: why,
    verdict,
    badge: badgeText(report),
    at: run.startedAt,
    kit: kit.version,
    depth: run.depth,
    requests: run.requests,
    report: path,
  }) as MatrixImplementation;
  const cells = new Map(requirements.map((row) => [row.id, cellOf(row, report, head)]));
  return { head, cells, report };
}

/** What the last matrix knew of an implementation that could not be judged now. */
function columnOfLast({ name, version, problem = 'it was not judged' }: Judged, last: Matrix | undefined): Column {
  const index = last?.implementations.findIndex((one) => one.name === name) ?? -1;
  const before = last?.implementations[index];
  if (last === undefined || before === undefined || before.freshness === 'missing') {
    const head = defined({ name, version, freshness: 'missing', problem }) as MatrixImplementation;
    return { head, cells: new Map() };
  }
  const head: MatrixImplementation = { ...before, freshness: 'stale', problem };
  const cells = last.requirements.map(({ id, cells: all }) => {
    const { before: _, bug: __, ...cell } = all[index]!;
    return [id, { ...cell, freshness: 'stale' as const }] as const;
  });
  return { head, cells: new Map(cells.filter(([, { verdict }]) => verdict !== 'missing')) };
}

function freshnessOf(
  { run }: ConformanceReport,
  { now, staleAfterMs }: MatrixOptions,
  problem: string | undefined,
): [Freshness, string | undefined] {
  const shards = run.merged?.problems.filter(({ kind }) => kind !== 'duplicate') ?? [];
  if (run.interrupted === true) return ['partial', 'its run was stopped before its end'];
  if (shards.length > 0) return ['partial', shards.map((one) => `${one.shard}: ${one.problem}`).join('; ')];
  if (now.getTime() - Date.parse(run.startedAt) > staleAfterMs) return ['stale', 'it was judged too long ago'];
  return ['judged', problem];
}

function cellOf(
  { verdict, level, message }: ReportedRequirement,
  { run }: ConformanceReport,
  { version, at, freshness }: MatrixImplementation,
): MatrixCell {
  const shown: CellVerdict = verdict === 'fail' && !failsGate(level, run.failOn) ? 'advice' : verdict;
  const told = shown === 'pass' ? undefined : message;
  return { verdict: shown, ...defined({ message: told, version, at }), freshness };
}

function rowOf(
  { id, level, area, source, statement }: Requirement,
  columns: readonly Column[],
  last: Matrix | undefined,
  bugs: readonly BugLink[],
): MatrixRow {
  const before = last?.requirements.find((row) => row.id === id);
  const cells = columns.map(({ head, cells: known }): MatrixCell => {
    const cell = known.get(id) ?? missingCell(head);
    const index = last?.implementations.findIndex(({ name }) => name === head.name) ?? -1;
    const earlier = before?.cells[index]?.verdict;
    const isOpen = cell.verdict !== 'pass' && cell.verdict !== 'notApplicable';
    const bug = bugs.find((link) => link.implementation === head.name && covers(link, id));
    return {
      ...cell,
      ...(earlier === undefined || earlier === cell.verdict || cell.freshness === 'stale' ? {} : { before: earlier }),
      ...(bug === undefined || !isOpen ? {} : { bug: bug.url }),
    };
  });
  const known = cells.filter(({ verdict }) => verdict !== 'missing').map(({ verdict }) => verdict);
  return { id, level, area, section: sectionText(source), statement, different: new Set(known).size > 1, cells };
}

function missingCell({ freshness, problem }: MatrixImplementation): MatrixCell {
  const message = freshness === 'missing' ? problem : 'not part of its run';
  return { verdict: 'missing', ...defined({ message }), freshness: 'missing' };
}

/** From the worst to the best, for what decides something. */
const ranks: Partial<Record<CellVerdict, number>> = {
  fail: 0,
  error: 0,
  waived: 1,
  advice: 2,
  inconclusive: 3,
  pass: 4,
};

function trendOf(rows: readonly MatrixRow[], last: Matrix): MatrixTrend {
  const changes = rows.flatMap(({ cells }) => cells.filter(({ before }) => before !== undefined));
  const direction = ({ verdict, before }: MatrixCell) => (ranks[verdict] ?? 3) - (ranks[before!] ?? 3);
  return {
    since: last.at,
    better: changes.filter((cell) => direction(cell) > 0).length,
    worse: changes.filter((cell) => direction(cell) < 0).length,
    changed: changes.length,
  };
}

/** How many cells have each verdict, for summaries. */
export function countCells(cells: readonly MatrixCell[]): Record<CellVerdict, number> {
  const counts = Object.fromEntries(cellVerdicts.map((verdict) => [verdict, 0])) as Record<CellVerdict, number>;
  for (const { verdict } of cells) counts[verdict] += 1;
  return counts;
}
