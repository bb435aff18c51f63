/**
 * The rows of a run while it is under way, one line each, so that a run that is killed leaves what it decided. The first line
 * describes the run; each further one adds the verdict of one requirement. Nothing here touches a file.
 */
import { groupIds } from '../core/causes/groups.ts';
import { judgeRun } from '../core/gate.ts';
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

/** Each further line. */
export interface PartialRow {
  readonly row: ReportedRequirement;
  /** Since the start, ms. */
  readonly ms: number;
  /** Sent so far. */
  readonly requests: number;
}

/** A run that ended without a report. */
export interface ReadPartial {
  readonly run: PartialRun;
  readonly rows: readonly PartialRow[];
}

/** Reads the lines; undefined where the text is none of them. The last line may have been cut. */
export function readPartial(text: string): ReadPartial | undefined {
  const [first, ...rest] = text.split('\n').map(parseLine);
  if ((first as PartialRun | undefined)?.partial !== 'cawl run') return undefined;
  return { run: first as PartialRun, rows: rest.filter((line): line is PartialRow => line !== undefined) };
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** The report of a run that was killed: what it decided, and as not reached what it did not. */
export function reportOfPartial({ run, rows }: ReadPartial, catalogue: readonly Requirement[]): ConformanceReport {
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
