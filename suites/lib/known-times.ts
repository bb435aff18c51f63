/** Items whose times are known, and how many of them a range with one bound may hold. */
import { type CheckContext, generate, type LogQuery, logs, type Walk } from '../../src/suite.ts';

const steps = [86_400_000, 3_600_000, 60_000, 1000];

/** The longest of some natural steps of which all times are multiples, ms: they may be rounded to it. */
function precisionOf(times: readonly number[]): number {
  return steps.find((step) => times.every((time) => time % step === 0)) ?? 1;
}

/** How far from a bound a time must be so that rounding and zones explain nothing, ms. */
export function marginOf(form: logs.TimeForm, times: readonly number[]): number {
  return (form.zoneMs ?? 0) + Math.max(logs.apart(form), precisionOf(times) + form.unitMs);
}

interface Moment {
  readonly at: number;
  /** The bounds that are tried there. */
  readonly sides: readonly ('from' | 'to')[];
}

const both = ['from', 'to'] as const;

/**
 * Moments a little before and after the times of some items: one in the middle, one drawn, the first and the last. Outside of the
 * log, a range with everything in it tells as much as one with nothing.
 */
function momentsAround(t: CheckContext, times: readonly number[], margin: number): readonly Moment[] {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const drawn = Math.floor(generate.seededRandom(t.seed)() * sorted.length);
  const last = sorted.length - 1;
  const places = new Set([Math.floor(sorted.length / 2), drawn, 0, last]);
  return [...places].flatMap((place): Moment[] => [
    { at: sorted[place]! - margin, sides: place === 0 && !t.effort.isExhaustive ? ['from'] : both },
    { at: sorted[place]! + margin, sides: place === last && !t.effort.isExhaustive ? ['to'] : both },
  ]);
}

/** A range with one bound, a little before or after a known time. */
export interface Probe {
  readonly at: number;
  readonly query: LogQuery;
  /** How far inside the range a time lies, ms; negative outside. */
  readonly inside: (time: number) => number;
}

/** Probes around some of the times, as far as the widest range reaches. @param most how many moments at most */
export function probesAround(
  t: CheckContext,
  { sense, since, upTo, widest }: logs.Ranges,
  times: readonly number[],
  most = Number.POSITIVE_INFINITY,
): readonly Probe[] {
  const moments = momentsAround(t, times, marginOf(sense.form, times) + sense.form.unitMs);
  return moments
    .filter(({ at }) => logs.isInside(widest, sense.form, at))
    .slice(0, most)
    .flatMap(({ at, sides }) =>
      sides.map(
        (side): Probe =>
          side === 'from'
            ? { at, query: since(at), inside: (time) => time - at }
            : { at, query: upTo(at), inside: (time) => at - time },
      ),
    );
}

/** Probes right after each time within the widest range; at most `most`, evenly spread. */
export function probesAfterEach(
  { sense, upTo, widest }: logs.Ranges,
  times: readonly number[],
  most: number,
): readonly Probe[] {
  const distance = marginOf(sense.form, times) + sense.form.unitMs;
  const distinct = [...new Set(times)].sort((a, b) => a - b);
  return logs
    .spread(distinct, 0, most)
    .map((time) => time + distance)
    .filter((at) => logs.isInside(widest, sense.form, at))
    .map((at) => ({ at, query: upTo(at), inside: (time) => at - time }));
}

/** Whether a range holds as many items as their times tell, give or take those within the margin; undefined if it is rejected. */
export async function holdsAsMany(
  t: CheckContext,
  query: LogQuery,
  { items }: Pick<Walk, 'items'>,
  { inside, margin }: { readonly inside: (item: string) => number; readonly margin: number },
): Promise<boolean | undefined> {
  const { count } = await t.logs.measure(query);
  if (count === undefined) return undefined;
  const most = items.filter((item) => inside(item) >= -margin).length;
  const least = items.filter((item) => inside(item) > margin).length;
  return count >= least && count <= most;
}

/** An item of the range that lies outside, and one that lies in it and is missing. */
export function wrongItems(range: Walk, wide: Walk, distance: (item: string) => number, margin: number) {
  return {
    stray: range.items.find((item) => distance(item) < -margin),
    lost: wide.items.find((item) => distance(item) > margin && (range.bag.get(item) ?? 0) < (wide.bag.get(item) ?? 0)),
  };
}
