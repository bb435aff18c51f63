/** What was not decided, by its reason: what rests on a failure is one group, so that the reader fixes that first. */
import { failsGate } from '../core/gate.ts';
import type { Operation } from '../core/operation.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import { requirementsWith } from './selectors.ts';

/** Requirements that share the reason why they were not decided, and what would decide them. */
export interface UndecidedGroup {
  readonly reason: string;
  readonly wouldDecide: string | undefined;
  readonly rows: readonly ReportedRequirement[];
}

/** What all checks of an operation rest on: without it, a rejection proves nothing and there are no pages to compare. */
const foundations: readonly string[] = [
  ...['accepts-valid', 'optional-parameters', 'no-server-error'],
  ...['json', 'page-shape', 'empty-object'],
];
/** What checks about rejections rest on. */
const guards = ['no-header', 'wrong-token'] as const;

/** Undecided requirements by reason; groups with the most gating requirements first, then the largest. */
export function undecidedGroups(report: ConformanceReport): UndecidedGroup[] {
  const groups = new Map<string, { reason: string; wouldDecide: string | undefined; rows: ReportedRequirement[] }>();
  const failed = new Set(requirementsWith(report, 'fail').map(({ id }) => id));
  for (const row of requirementsWith(report, 'inconclusive')) {
    const { reason, wouldDecide } = reasonOf(row, failed);
    const key = `${reason}\u0000${wouldDecide ?? ''}`;
    const group = groups.get(key) ?? { reason, wouldDecide, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  const weight = (group: UndecidedGroup) =>
    group.rows.filter(({ level }) => failsGate(level, report.run.failOn)).length;
  return [...groups.values()].sort((a, b) => weight(b) - weight(a) || b.rows.length - a.rows.length);
}

function reasonOf(
  row: ReportedRequirement,
  failed: ReadonlySet<string>,
): Pick<UndecidedGroup, 'reason' | 'wouldDecide'> {
  const { message = 'no reason given', wouldDecide, setting, operation } = row;
  // What an option left open stays so, whatever fails.
  const first =
    setting !== undefined || operation === null ? undefined : baseOf(row.id, operation).find((id) => failed.has(id));
  if (first === undefined) return { reason: message, wouldDecide };
  return {
    reason: `${first} fails, and what follows rests on it`,
    wouldDecide: `a run after ${first} is fixed; the report has the reason of each`,
  };
}

function baseOf(id: string, operation: Operation): string[] {
  const below = foundations.map((name) => `${operation}/${name}`);
  return id.startsWith('auth/') ? [...below, ...guards.map((name) => `auth/${operation}/${name}`)] : below;
}
