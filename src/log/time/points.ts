/** Counts of items up to a moment, as points in time: where the log was cut, and where most items lie. Pure. */

/** A moment, ms since the epoch, and the items of the range up to it (or from it on). */
export type Point = readonly [time: number, count: number];

/** The moments that were accepted, ascending. */
export function pointsOf(counts: ReadonlyMap<number, number | undefined>): Point[] {
  return [...counts].filter((one): one is [number, number] => one[1] !== undefined).sort((a, b) => a[0] - b[0]);
}

/** Two neighbouring moments, and the items between them. */
export interface Step {
  readonly from: number;
  readonly to: number;
  readonly items: number;
}

/** The steps between neighbouring points that hold items, those with most items first. */
export function stepsOf(points: readonly Point[]): Step[] {
  return points
    .slice(1)
    .map(([time, count], index) => ({
      from: points[index]![0],
      to: time,
      items: Math.abs(count - points[index]![1]),
    }))
    .filter((step) => step.items > 0)
    .sort((a, b) => b.items - a.items);
}

/** Moments whose count is neither the least nor the greatest seen: they cut the log in its middle. */
export function cutsOf(points: readonly Point[]): number[] {
  const counts = points.map(([, count]) => count);
  const least = Math.min(...counts);
  const most = Math.max(...counts);
  return points.filter(([, count]) => count > least && count < most).map(([time]) => time);
}

/** At most `wanted` of some ascending moments, evenly chosen, each at least `distance` ms after the one before. */
export function spread(times: readonly number[], distance: number, wanted: number): number[] {
  const far: number[] = [];
  for (const time of times) if (far.length === 0 || time - far.at(-1)! >= distance) far.push(time);
  if (far.length <= wanted) return far;
  return Array.from(
    { length: wanted },
    (_, index) => far[Math.round((index * (far.length - 1)) / Math.max(wanted - 1, 1))]!,
  );
}
