/**
 * The rows of a run while it is under way, one line each, so that a run that is killed leaves what it decided. The first line
 * describes the run; each further one adds the verdict of one requirement, or what was created meanwhile. Nothing here touches
 * a file.
 */
import { groupIds } from '../core/causes/groups.ts';
import { judgeRun } from '../core/gate.ts';
import { joinLeftBehind, type LeftBehind } from '../core/left-behind.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import type { Requirement } from '../core/requirement.ts';
import { reportRequirement, summarize } from './document.ts';

/** The first line. */
export interface PartialRun extends Pick<ConformanceReport, 'kit' | 'target'> {
  readonly partial: 'cawl run';
  readonly run: Pick<ConformanceReport['run'], 'seed' | 'depth' | 'startedAt' | 'failOn' | 'job'>;
  /** Ids of the requirements that the run is to decide. */
  readonly selected: readonly string[];
}

/** A line for a requirement that was decided. */
export interface PartialRow {
  readonly row: ReportedRequirement;
  /** Since the start, ms. */
  readonly ms: number;
  /** Sent so far. */
  readonly requests: number;
}

/** A line for what was created on the target since the last one. */
export interface PartialCreations {
  readonly left: LeftBehind;
}

/** A run that ended without a report. */
export interface ReadPartial {
  readonly run: PartialRun;
  readonly rows: readonly PartialRow[];
  readonly leftBehind: LeftBehind;
}

/** Reads the lines; undefined if the text is none of them. The last line may have been cut. */
export function readPartial(text: string): ReadPartial | undefined {
  const [first, ...rest] = text.split('\n').map(parseLine);
  if ((first as PartialRun | undefined)?.partial !== 'cawl run') return undefined;
  const lines = rest.filter((line): line is PartialRow | PartialCreations => typeof line === 'object' && line !== null);
  return {
    run: first as PartialRun,
    rows: lines.filter((line) => 'row' in line),
    leftBehind: joinLeftBehind(...lines.flatMap((line) => ('left' in line ? [line.left] : []))),
  };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The report of a run that was killed: what it decided, and as not reached what it did not. */
export function reportOfPartial(
  { run, rows, leftBehind }: ReadPartial,
  catalogue: readonly Requirement[],
): ConformanceReport {
  const decided = new Map(rows.map(({ row }) => [row.id, row]));
  const requirements = catalogue
    .filter(({ id }) => run.selected.includes(id))
    .map((requirement) => decided.get(requirement.id) ?? reportRequirement(requirement, undefined, undefined, ''));
  const last = rows.at(-1);
  const details: ConformanceReport['run'] = {
    ...run.run,
    durationMs: last?.ms ?? 0,
    requests: last?.requests ?? 0,
    retries: 0,
    shard: null,
    interrupted: true,
    created: { users: leftBehind.users.length, events: leftBehind.events.length },
  };
  const groups = groupIds(requirements, run.run.failOn);
  return {
    schemaVersion: 1,
    kit: run.kit,
    target: run.target,
    run: details,
    verdict: judgeRun({ requirements, waiverProblems: [], kitProblems: [], run: details }),
    summary: summarize(requirements),
    requirements,
    ...(groups.length === 0 ? {} : { groups }),
    observations: [],
  };
}
