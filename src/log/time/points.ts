/** Counts of items up to a moment, as points in time: if the log was cut, and where most items lie. Pure. */

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
  return pointsInside(points).map(([time]) => time);
}

function pointsInside(points: readonly Point[]): readonly Point[] {
  const counts = points.map(([, count]) => count);
  const least = Math.min(...counts);
  const most = Math.max(...counts);
  return points.filter(([, count]) => count > least && count < most);
}

/**
 * One moment for each place at which the log was cut, the middle one: between moments of one count lies no item, however far
 * apart they are, as where a log was written long ago and got one entry since.
 */
export function distinctCutsOf(points: readonly Point[]): number[] {
  const places = new Map<number, number[]>();
  for (const [time, count] of pointsInside(points)) places.set(count, [...(places.get(count) ?? []), time]);
  return [...places.values()].map((same) => same[same.length >> 1]!).sort((a, b) => a - b);
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

/** At most `wanted` cuts: at different places as far as there are such, else also several at one place. */
export function chooseCuts(points: readonly Point[], distance: number, wanted: number): number[] {
  const chosen = spread(distinctCutsOf(points), distance, wanted);
  for (const time of cutsOf(points)) {
    if (chosen.length >= wanted) break;
    if (chosen.every((other) => Math.abs(other - time) >= distance)) chosen.push(time);
  }
  return chosen.sort((a, b) => a - b);
}
