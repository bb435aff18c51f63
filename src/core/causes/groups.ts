/** Groups findings by their cause: the most specific one leads, and what it explains follows. */

import type { FailOn } from '../config.ts';
import { failsGate } from '../gate.ts';
import type { ReportedGroup, ReportedRequirement } from '../report.ts';
import { type Cause, causes } from './graph.ts';
import { isSuspect } from './place.ts';
import { type Finding, type Trait, traitsOf } from './traits.ts';

/** Findings that one defect explains. */
export interface CauseGroup<Row extends Finding> {
  readonly head: Row;
  /** The same finding at other operations. */
  readonly same: readonly Row[];
  /** What the head explains, in the order of the report. */
  readonly also: readonly Row[];
}

interface Judged<Row extends Finding> {
  readonly row: Row;
  readonly traits: ReadonlySet<Trait>;
  readonly gating: boolean;
}

/**
 * Groups in the order in which one would fix them: what the gate counts first, suspicions against the configuration, then
 * in the order of the causes.
 * @param rows the failed requirements of a report
 * @param traitsIn what the proof of a finding shows; read from its evidence unless given
 */
export function groupByCause<Row extends Finding>(
  rows: readonly Row[],
  failOn?: FailOn,
  traitsIn: (row: Row) => ReadonlySet<Trait> = traitsOf,
): CauseGroup<Row>[] {
  const judged = rows.map((row) => ({ row, traits: traitsIn(row), gating: failsGate(row.level, failOn) }));
  const roots = new Map(judged.map((one) => [one, rootOf(one, judged)]));
  const heads = judged.filter((one) => roots.get(one) === one);
  const groups = heads.map((head) => ({
    head: head.row,
    gating: head.gating,
    also: judged.filter((one) => one !== head && roots.get(one) === head).map(({ row }) => row),
  }));
  groups.sort(
    (a, b) =>
      Number(b.gating) - Number(a.gating) ||
      Number(isSuspect(b.head)) - Number(isSuspect(a.head)) ||
      rankOf(a.head.id) - rankOf(b.head.id),
  );
  return mergeOperations(groups);
}

/** The failures of a report as its document groups them. */
export function groupIds(requirements: readonly ReportedRequirement[], failOn?: FailOn): ReportedGroup[] {
  const failed = requirements.filter(({ verdict }) => verdict === 'fail');
  const ids = (rows: readonly ReportedRequirement[]) => rows.map(({ id }) => id);
  return groupByCause(failed, failOn).map(({ head, same, also }) => ({
    head: head.id,
    same: ids(same),
    also: ids(also),
  }));
}

/** One group for findings that differ only in their operation. */
function mergeOperations<Row extends Finding>(
  groups: readonly { head: Row; also: readonly Row[] }[],
): CauseGroup<Row>[] {
  const merged = new Map<string, { head: Row; same: Row[]; also: Row[] }>();
  for (const { head, also } of groups) {
    const key = withoutOperation(head);
    const known = merged.get(key);
    if (known === undefined) merged.set(key, { head, same: [], also: [...also] });
    else {
      known.same.push(head);
      known.also.push(...also);
    }
  }
  return [...merged.values()];
}

/** Id, level and message of a finding without what depends on the operation: paths, numbers of items, statuses of success. */
function withoutOperation({ id, level, operation, message = '' }: Finding): string {
  if (operation === null) return id;
  const claim = id.replace(`${operation}/`, '');
  const text = message
    .replace(/\b(?:GET|POST|PUT|PATCH|DELETE) \/\S+/g, 'request')
    .replace(/ with \d+ items?\b/g, '')
    .replace(/\b2\d\d\b/g, '2xx');
  return `${level} ${claim} ${text}`;
}

/** The finding at the start of the explanations. Where they form a circle, the one that the table names first. */
function rootOf<Row extends Finding>(found: Judged<Row>, all: readonly Judged<Row>[]): Judged<Row> {
  const path = [found];
  for (;;) {
    const cause = causeOf(path.at(-1)!, all);
    if (cause === undefined) return path.at(-1)!;
    const circle = path.indexOf(cause);
    if (circle !== -1) return path.slice(circle).sort((a, b) => rankOf(a.row.id) - rankOf(b.row.id))[0]!;
    path.push(cause);
  }
}

function causeOf<Row extends Finding>(found: Judged<Row>, all: readonly Judged<Row>[]): Judged<Row> | undefined {
  for (const cause of causes) {
    if (!cause.explains.includes(found.row.id) || !isShown(cause, found.traits)) continue;
    const claim = all.find(({ row }) => row.id === cause.claim);
    if (claim === undefined || claim === found || (cause.where !== undefined && !claim.traits.has(cause.where)))
      continue;
    // What the gate does not count must not hide what it counts.
    if (claim.gating || !found.gating) return claim;
  }
  return undefined;
}

function isShown({ shown, unless }: Cause, traits: ReadonlySet<Trait>): boolean {
  return (shown === undefined || traits.has(shown)) && (unless === undefined || !traits.has(unless));
}

function rankOf(id: string): number {
  const rank = causes.findIndex(({ claim }) => claim === id);
  return rank === -1 ? causes.length : rank;
}

/** Whether a violation of one claim makes the other fail, over any number of steps of the table. */
export function explains(claim: string, other: string): boolean {
  const reached = new Set([claim]);
  for (const id of reached)
    for (const cause of causes) if (cause.claim === id) for (const next of cause.explains) reached.add(next);
  return claim !== other && reached.has(other);
}
