/** One requirement that several jobs decided, each with its part of the samples: what they say together. */
import type { ReportedRequirement } from '../core/report.ts';
import type { Samples } from '../core/verdict.ts';

/** What counts first: a failure in one part is a failure, and a pass needs a pass in all. */
const order: readonly ReportedRequirement['verdict'][] = ['error', 'fail', 'waived', 'inconclusive', 'pass'];

/** @param rows of the same requirement, at least one */
export function mergeRows(rows: readonly ReportedRequirement[]): ReportedRequirement {
  const [first] = rows;
  if (rows.length === 1) return first!;
  const decided = order.map((verdict) => rows.find((row) => row.verdict === verdict)).find((row) => row !== undefined);
  const chosen = decided ?? first!;
  const samples = rows.flatMap((row) => (row.samples === undefined ? [] : [row.samples]));
  const reached = [...new Set(rows.flatMap((row) => row.reached ?? []))];
  return {
    ...chosen,
    exchanges: rows.reduce((sum, row) => sum + row.exchanges, 0),
    ...(samples.length === 0 ? {} : { samples: sumOf(samples) }),
    ...(reached.length === 0 ? {} : { reached }),
  };
}

function sumOf(all: readonly Samples[]): Samples {
  const kinds: Record<string, number> = {};
  for (const samples of all)
    for (const [kind, count] of Object.entries(samples.kinds)) kinds[kind] = (kinds[kind] ?? 0) + count;
  return { count: all.reduce((sum, { count }) => sum + count, 0), kinds };
}
