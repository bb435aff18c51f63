/** What several jobs counted, as one run would have counted it. */
import { observedGaps } from '../core/gaps.ts';
import { operations } from '../core/operation.ts';
import type { ConformanceReport, Latency, Observation } from '../core/report.ts';

/** The most frequent value of each gap first, whichever job saw it. */
export function mergeObservations(reports: readonly ConformanceReport[]): Observation[] {
  const byGap = new Map<string, Observation[]>();
  for (const { observations } of reports)
    for (const one of observations) byGap.set(one.gap, [...(byGap.get(one.gap) ?? []), one]);
  return [...byGap.keys()].sort().map((gap) => mergeGap(byGap.get(gap)!));
}

function mergeGap(all: readonly Observation[]): Observation {
  if (all.length === 1) return all[0]!;
  if (observedGaps.some(({ id, grows }) => id === all[0]!.gap && grows === true))
    return all.reduce((largest, one) => (Number(one.value) > Number(largest.value) ? one : largest));
  const counts = new Map<string, number>();
  for (const { value, seen, otherwise = [] } of all)
    for (const one of [{ value, seen }, ...otherwise]) {
      const key = JSON.stringify(one.value);
      counts.set(key, (counts.get(key) ?? 0) + one.seen);
    }
  const [most, ...others] = [...counts].sort((a, b) => b[1] - a[1]);
  const [text, seen] = most!;
  const same = all.find(({ value }) => JSON.stringify(value) === text) ?? all[0]!;
  const { otherwise: _, declare, ...rest } = same;
  return {
    ...rest,
    value: JSON.parse(text),
    seen,
    ...(others.length === 0
      ? {}
      : { otherwise: others.map(([value, count]) => ({ value: JSON.parse(value), seen: count })) }),
    ...(declare === undefined ? {} : { declare: `${declare.slice(0, declare.indexOf(': '))}: ${text}` }),
  };
}

/** Counts and buckets are exact; median and 95th percentile are the upper bound of their bucket if jobs share an operation. */
export function mergeLatencies(
  reports: readonly ConformanceReport[],
): NonNullable<ConformanceReport['run']['latency']> {
  const merged: { [op in (typeof operations)[number]]?: Latency } = {};
  for (const operation of operations) {
    const all = reports.flatMap(({ run }) => run.latency?.[operation] ?? []);
    if (all.length > 0) merged[operation] = all.length === 1 ? all[0]! : joined(all);
  }
  return merged;
}

function joined(all: readonly Latency[]): Latency {
  const count = all.reduce((sum, one) => sum + one.count, 0);
  const max = Math.max(...all.map((one) => one.max));
  const buckets = all[0]!.buckets.map(
    ([bound], index) => [bound, all.reduce((sum, one) => sum + (one.buckets[index]?.[1] ?? 0), 0)] as const,
  );
  const at = (share: number) => {
    let left = share * count;
    for (const [bound, inBucket] of buckets) {
      left -= inBucket;
      if (left <= 0) return Math.min(bound ?? max, max);
    }
    return max;
  };
  return { count, min: Math.min(...all.map((one) => one.min)), median: at(0.5), p95: at(0.95), max, buckets };
}
