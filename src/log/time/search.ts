/**
 * Searches for moments that cut a log in its middle: with requests to spare, along a ladder of ages and in several steps at
 * once; with few requests, one moment at a time, at those that the items themselves seem to tell.
 */
import type { LogQuery } from '../query.ts';
import { apart, type TimeForm } from './form.ts';
import type { Meter } from './meter.ts';
import { ages, year } from './moments.ts';
import { chooseCuts, cutsOf, distinctCutsOf, type Point, pointsOf, type Step, spread, stepsOf } from './points.ts';
import type { WidestRange } from './probe.ts';

export interface CutSearch {
  readonly form: TimeForm;
  /** Between these moments. */
  readonly range: WidestRange;
  readonly wanted: number;
  /** Moments at which the log may hold items, ascending; they only make the search shorter. */
  readonly hints?: readonly number[];
}

/** The range that is measured at a moment. */
type RangeAt = (time: number) => LogQuery;

/** Rounds of halving with few requests, more of them while nothing is cut yet, and with many requests. */
const fewRounds = 9;
const mostRounds = 16;
const manyRounds = 12;

/**
 * Moments that cut the log between two bounds. Where ranges with both bounds never cut it, either bound is tried alone: a
 * target may read only one of them. With few requests, a range that narrows the log shows that the moving bound is read.
 */
export async function findCuts(meter: Meter, search: CutSearch): Promise<number[]> {
  const { form, range } = search;
  const lo = form.render(range.lo);
  const shapes: RangeAt[] = [
    (time) => ({ from: lo, to: form.render(time) }),
    (time) => ({ to: form.render(time) }),
    (time) => ({ from: form.render(time) }),
  ];
  for (const rangeAt of shapes) {
    const cuts = await searchCuts(meter, search, rangeAt);
    if (cuts.found.length > 0 || (meter.lowBudget && cuts.narrows)) return cuts.found;
  }
  return [];
}

/** Moments that cut what lies between two others, for a log that is judged within a window. */
export async function findCutsBetween(meter: Meter, search: CutSearch): Promise<number[]> {
  const { form, range } = search;
  const from = form.render(range.lo);
  return (await searchCuts(meter, search, (time) => ({ from, to: form.render(time) }))).found;
}

interface Cuts {
  readonly found: number[];
  /** Whether the count of items depends on the moment at all. */
  readonly narrows: boolean;
}

async function searchCuts(meter: Meter, search: CutSearch, rangeAt: RangeAt): Promise<Cuts> {
  const counts = new Map<number, number | undefined>();
  const look = async (times: readonly number[]) => {
    const counted = await Promise.all(
      times.map(async (time) => [time, (await meter.measure(rangeAt(time))).count] as const),
    );
    for (const [time, count] of counted) counts.set(time, count);
  };
  await (meter.lowBudget ? lookOneByOne(meter, search, counts, look) : lookInParallel(meter, search, counts, look));
  const points = pointsOf(counts);
  return { found: chooseCuts(points, apart(search.form), search.wanted), narrows: stepsOf(points).length > 0 };
}

type Counts = ReadonlyMap<number, number | undefined>;
type Look = (times: readonly number[]) => Promise<void>;

/** What the hints say first, then all ages; then moments within the three steps that hold most items, again and again. */
async function lookInParallel({ now }: Meter, search: CutSearch, counts: Counts, look: Look) {
  const { form, range, wanted } = search;
  const { lo, hi } = range;
  const hinted = momentsAmidHints(search);
  if (hinted.length > 0) await look([lo, ...hinted, hi]);
  if (distinctCutsOf(pointsOf(counts)).length >= wanted) return;
  const evenly = [1, 2, 3, 4, 5, 6, 7].map((part) => Math.floor(lo + ((hi - lo) * part) / 8));
  const aged = ages.map((age) => now - age).filter((time) => time > lo && time < hi);
  await look([lo, ...(hi - lo > 2 * year ? aged : [...aged, ...evenly]), hi].sort((a, b) => a - b));
  for (let round = 0; round < manyRounds; round += 1) {
    const points = pointsOf(counts);
    if (distinctCutsOf(points).length >= wanted) return;
    const wide = stepsOf(points).filter((step) => step.to - step.from >= 2 * apart(form));
    if (wide.length === 0) return;
    await look(momentsWithin(wide));
  }
}

/** The wanted number of moments between hints, dividing the hints into equal parts; none if the hints are too close together. */
function momentsAmidHints({ form, range, wanted, hints = [] }: CutSearch): readonly number[] {
  const inside = [...new Set(hints)].filter((time) => time > range.lo && time < range.hi);
  const gaps = inside.flatMap((time, index) => {
    const before = inside[index - 1];
    return before === undefined || time - before < 2 * form.unitMs ? [] : [Math.floor((before + time) / 2)];
  });
  const places = Array.from({ length: wanted }, (_, part) => Math.floor(((part + 1) * gaps.length) / (wanted + 1)));
  const moments =
    gaps.length < wanted
      ? []
      : spread(
          places.map((place) => gaps[place]!),
          apart(form),
          wanted,
        );
  return moments.length < wanted ? [] : moments;
}

/** The middles of the first three steps; the quarters of a lone one, such as that of a log that was written within an hour. */
function momentsWithin(steps: readonly Step[]): readonly number[] {
  const parts = steps.length === 1 ? [1 / 4, 1 / 2, 3 / 4] : [1 / 2];
  return steps.slice(0, 3).flatMap(({ from, to }) => parts.map((part) => Math.floor(from + (to - from) * part)));
}

/** Always in the step that holds most items: at the middle hint that lies in it, else the middle age, else its middle. */
async function lookOneByOne(meter: Meter, search: CutSearch, counts: Counts, look: Look) {
  const { form, range, wanted, hints = [] } = search;
  await look([range.lo]);
  await look([range.hi]);
  const distance = apart(form);
  const aged = agesBefore(meter.now);
  const momentIn = ({ from, to }: { from: number; to: number }): number | undefined => {
    // Thirds first: of a log of three pages they leave one page on one side and two on the other.
    const share = counts.size === 2 ? 0.34 : 0.5;
    for (const [ladder, at] of [
      [hints, share],
      [aged, 0.5],
    ] as const) {
      const inside = ladder.filter((time) => time - from >= distance && to - time >= distance && !counts.has(time));
      if (inside.length > 0) return inside[Math.floor(inside.length * at)];
    }
    const middle = Math.floor((from + to) / 2);
    return to - from >= 2 * distance && !counts.has(middle) ? middle : undefined;
  };
  for (let round = 0; round < mostRounds; round += 1) {
    const points: Point[] = pointsOf(counts);
    if (round >= fewRounds && cutsOf(points).length > 0) return;
    if (spread(distinctCutsOf(points), distance, wanted).length >= wanted) return;
    const time = stepsOf(points)
      .map(momentIn)
      .find((one) => one !== undefined);
    if (time === undefined) return;
    await look([time]);
  }
}

const agesBefore = (now: number) => ages.map((age) => now - age).sort((a, b) => a - b);

/**
 * The moment from which on a range up to it holds anything, if no count lies between none and all: the log has a single
 * moment, or its totals do not follow the range. Relations hold at any moment, so this one may show the latter.
 */
export async function findFirstMoment(meter: Meter, form: TimeForm, { lo, hi }: WidestRange): Promise<number[]> {
  let [none, some] = [lo, hi];
  for (let round = 0; round < 40 && some - none > apart(form); round += 1) {
    const middle = Math.floor((none + some) / 2);
    const { count } = await meter.measure({ from: form.render(lo), to: form.render(middle) });
    if (count === undefined) return [];
    if (count === 0) none = middle;
    else some = middle;
  }
  return some < hi ? [some] : [];
}

/**
 * A moment up to which the log, from the lower bound on, holds more than `least` items and at most `most`; undefined where
 * none is found in a few rounds.
 */
export async function findPartUpTo(
  meter: Meter,
  form: TimeForm,
  { lo, hi }: WidestRange,
  { least, most }: { readonly least: number; readonly most: number },
): Promise<number | undefined> {
  const from = form.render(lo);
  const aged = agesBefore(meter.now);
  let [few, many] = [lo, hi];
  for (let round = 0; round < 2 * fewRounds && many - few > apart(form); round += 1) {
    const inside = aged.filter((time) => time > few && time < many);
    const time = inside[Math.floor(inside.length / 2)] ?? Math.floor((few + many) / 2);
    const { count } = await meter.measure({ from, to: form.render(time) });
    if (count === undefined) return undefined;
    if (count > least && count <= most) return time;
    if (count <= least) few = time;
    else many = time;
  }
  return undefined;
}
