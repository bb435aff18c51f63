/**
 * Range cuts tell old items from new ones: a second sense of time if items are opaque. Items are sorted into buckets, and
 * an order is judged by whether it goes through the buckets upward or downward.
 */
import { defined } from '../../core/defined.ts';
import type { TimeOrder } from '../../core/verdict.ts';
import { type Bag, minus } from '../../oracles/bag.ts';
import { truncate } from '../../oracles/relations.ts';
import { type Direction, describeQuery, encodeQuery, type LogQuery } from '../query.ts';
import type { Oracle } from '../relations/relation-check.ts';
import { proofOfItems } from '../relations/walk-proof.ts';
import { isComplete, type Walk } from '../walk.ts';
import type { WebhookLog } from '../webhook-log.ts';
import { rangeQuery, type TimeFormatInference } from './infer.ts';
import { spread } from './points.ts';
import { sharedRanges } from './shared-ranges.ts';

export interface TimeBuckets {
  /** Item → place in time, from 0; only items that lie in one bucket alone, as often as in the whole log. */
  readonly places: ReadonlyMap<string, number>;
  readonly count: number;
  /** The cuts, ms since the epoch, ascending: place i lies before cut i. */
  readonly cuts: readonly number[];
  /** The searches of the items up to each cut: those in the buckets up to its place. */
  readonly upTo: readonly LogQuery[];
  /** Whether two items may tie in the time that a search sorts by, since ranges may bound another time. No two do unless given. */
  readonly mayTie?: (one: string, other: string) => boolean;
}

/**
 * Which ranges are walked: `nested`, up to each cut; or `apart`, from each cut to the next one, which reads every item once, and
 * leaves out items at the time of a cut.
 */
export type BucketRanges = 'nested' | 'apart';

export interface BucketOptions {
  readonly mostCuts: number;
  readonly ranges?: BucketRanges;
  /** Counts the items of a query. If given, ranges that other checks walk are tried first. */
  readonly countOf?: ((query: LogQuery) => Promise<number | undefined>) | undefined;
}

interface CutLog {
  readonly log: WebhookLog;
  readonly all: Bag;
  readonly sense: TimeFormatInference;
  readonly cuts: readonly number[];
}

/**
 * Sorts the items of a log into buckets by range cuts: an item is in bucket i if it is beyond cut i−1 and not beyond cut i.
 * Items whose text also occurs elsewhere are left out, since they need not be unique.
 * @param all the items of the log
 */
export async function sortIntoBuckets(
  log: WebhookLog,
  all: Bag,
  sense: TimeFormatInference,
  { mostCuts, ranges = 'nested', countOf }: BucketOptions,
): Promise<TimeBuckets | undefined> {
  if (sense.cuts.length < 2) return undefined;
  const cuts = spread(sense.cuts, 0, mostCuts);
  const upTo = cuts.map((cut) => rangeQuery(sense, sense.lo, cut));
  const overlapping = countOf && (await placesByOverlap({ log, all, sense, cuts }, countOf));
  if (overlapping !== undefined) return { places: overlapping, count: cuts.length + 1, cuts, upTo };
  const walked = ranges === 'nested' ? upTo : rangesApart(sense, cuts);
  const walks = await Promise.all(walked.map((query) => log.walk(query)));
  if (!walks.every(isComplete)) return undefined;
  const bags = walks.map((walk) => walk.bag);
  const places = ranges === 'nested' ? placesOf([...bags, all]) : placesApart(bags, all);
  return { places, count: cuts.length + 1, cuts, upTo };
}

/** Cuts of the overlapping ranges. */
const overlappingCuts = 4;
/** A longer unit of the time format, ms, leaves many items at a cut, whose place overlapping ranges cannot tell. */
const longestUnitMs = 60_000;

/**
 * The places of items among four cuts by the ranges of {@link sharedRanges} that have them. Undefined if a bound alone returns
 * something else than with a far one beside it: a server may look back a limited time then.
 */
async function placesByOverlap(
  { log, all, sense, cuts }: CutLog,
  countOf: (query: LogQuery) => Promise<number | undefined>,
): Promise<ReadonlyMap<string, number> | undefined> {
  if (cuts.length !== overlappingCuts || sense.form.unitMs > longestUnitMs) return undefined;
  const { from, to, both } = sharedRanges(sense, cuts);
  const [last] = rangesApart(sense, cuts).slice(-1);
  const walks = await Promise.all([to, both, from, last!].map((query) => log.walk(query)));
  if (!walks.every(isComplete)) return undefined;
  const wide = [rangeQuery(sense, sense.lo, cuts[2]), rangeQuery(sense, cuts[1], sense.hi)];
  const [old, young] = await Promise.all(wide.map((query) => countOf(query)));
  if (old !== walks[0]!.items.length || young !== walks[2]!.items.length) return undefined;
  return placesOverlapping(
    walks.map((walk) => walk.bag),
    all,
  );
}

/**
 * For each place in time, the ranges that contain it. `to`: up to the third cut; `both`: from the first to the third; `from`: from
 * the second on; `last`: from the fourth on.
 */
const holdersOfPlaces = ['to', 'to both', 'to both from', 'from', 'from last'];

/** @param bags the items of these four ranges; an item about which they contradict each other has no place */
export function placesOverlapping(bags: readonly Bag[], all: Bag): ReadonlyMap<string, number> {
  const names = ['to', 'both', 'from', 'last'];
  const places = new Map<string, number>();
  for (const [item, count] of all) {
    const holders = names.filter((_, index) => bags[index]!.has(item));
    const place = holdersOfPlaces.indexOf(holders.join(' '));
    const isWhole = bags.every((bag) => !bag.has(item) || bag.get(item)! >= count);
    if (place !== -1 && isWhole) places.set(item, place);
  }
  return places;
}

/** Ranges that meet at the cuts: before the first, between each two, and after the last. */
export function rangesApart(sense: TimeFormatInference, cuts: readonly number[]): LogQuery[] {
  const bounds = [sense.lo, ...cuts, sense.hi];
  return bounds.slice(1).map((to, index) => rangeQuery(sense, bounds[index], to));
}

/** @param bags the items between each two cuts: one at a cut may be in both ranges or in none, and has no place */
export function placesApart(bags: readonly Bag[], all: Bag): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [item, count] of all) {
    const holders = bags.flatMap((bag, index) => (bag.has(item) ? [index] : []));
    const [place] = holders;
    if (place !== undefined && holders.length === 1 && bags[place]!.get(item)! >= count) places.set(item, place);
  }
  return places;
}

/** @param bags the items up to each cut, ascending, then those of the plain search, which may leave out old ones */
function placesOf(bags: readonly Bag[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  const isOnlyHere = (item: string, count: number) =>
    bags.at(-1)!.has(item) && bags.every((bag) => (bag.get(item) ?? 0) <= count);
  for (const [index, bag] of bags.entries())
    for (const [item, count] of minus(bag, bags[index - 1] ?? new Map()))
      if (isOnlyHere(item, count)) places.set(item, index);
  return places;
}

/** Whether ranges show that two items are at least so far apart in time, ms. */
export function areApart({ places, cuts }: TimeBuckets, one: string, other: string, apartMs: number): boolean {
  const [a, b] = [places.get(one), places.get(other)];
  if (a === undefined || b === undefined || a === b) return false;
  return cuts[Math.max(a, b) - 1]! - cuts[Math.min(a, b)]! >= apartMs;
}

export type OrderInTime = 'ascending' | 'descending' | 'mixed' | 'unknown';

interface Steps {
  /** The first item that lies in a later bucket than one before it, after the earliest of those. */
  readonly up: readonly [string, string] | undefined;
  readonly down: readonly [string, string] | undefined;
  /** How many buckets the items lie in. */
  readonly buckets: number;
}

/** Two entries of one day, by a local clock that is put back, are less than this apart, ms. */
export const longestDayMs = 25 * 3_600_000;

/** @param apartMs how far apart the items of a step must be at least, ms: an order of days has steps back within a day */
function stepsThrough(items: readonly string[], { places, cuts, mayTie }: TimeBuckets, apartMs = 0): Steps {
  const placed = items.filter((item) => places.has(item));
  const placeOf = (item: string) => places.get(item)!;
  const isFar = (early: number, late: number) => late > early && cuts[late - 1]! - cuts[early]! >= apartMs;
  const firstStep = (sign: 1 | -1) => {
    let edge = placed[0];
    for (const item of placed) {
      const [from, to] = [placeOf(edge!), placeOf(item)];
      const isStep = sign === 1 ? isFar(from, to) : isFar(to, from);
      if (isStep && mayTie?.(edge!, item) !== true) return [edge!, item] as const;
      if (sign * (to - from) < 0) edge = item;
    }
    return undefined;
  };
  return { up: firstStep(1), down: firstStep(-1), buckets: new Set(placed.map(placeOf)).size };
}

/** Whether items go through the buckets upward, downward, or neither. */
export function timeOrderOf({ items }: Pick<Walk, 'items'>, buckets: TimeBuckets, apartMs = 0): OrderInTime {
  const { up, down } = stepsThrough(items, buckets, apartMs);
  if (up !== undefined && down !== undefined) return 'mixed';
  if (up !== undefined) return 'ascending';
  return down === undefined ? 'unknown' : 'descending';
}

/** As {@link timeOrderOf}, of an order whose key may be the day: within one, entries may come in any order. */
export function orderOfDays(walk: Walk, buckets: TimeBuckets): OrderInTime {
  const order = timeOrderOf(walk, buckets);
  return order === 'mixed' ? timeOrderOf(walk, buckets, longestDayMs) : order;
}

/** Buckets in one order from which on that is not chance. */
const tellingBuckets = 4;

/** Whether a walk goes through enough buckets in one direction that its order follows time. */
export function followsTime(walk: Walk, buckets: TimeBuckets): boolean {
  const order = timeOrderOf(walk, buckets);
  if (!isComplete(walk) || (order !== 'ascending' && order !== 'descending')) return false;
  return stepsThrough(walk.items, buckets).buckets >= Math.min(tellingBuckets, buckets.count);
}

/** How unlikely it must be that a first page holds one end of the log by chance. */
const leastChance = 1 / 500;

/**
 * A walk whose first page holds the oldest or the newest items must go on in that direction. In any other order, a first page holds
 * them only by chance; if that is not unlikely, nothing is required.
 */
export function keepsFirstOrder(buckets: TimeBuckets): Oracle {
  return (walks) => {
    const [walk] = walks;
    const direction = walk && directionOfFirstPage(walk, buckets);
    // Its key is not given, and may be the day.
    return direction && inTimeOrder(buckets, direction, longestDayMs)(walks);
  };
}

/** `asc` if the first page holds the oldest items of the log, `desc` if it holds the newest. */
function directionOfFirstPage({ pages }: Walk, { places }: TimeBuckets): Direction | undefined {
  const first = new Set(pages[0]?.page.data.filter((item) => places.has(item)));
  if (first.size === 0 || first.size === places.size) return undefined;
  const holdsEnd = (sign: 1 | -1): boolean => {
    const edge = Math.max(...[...first].map((item) => sign * places.get(item)!));
    const within = [...places].filter(([, place]) => sign * place <= edge);
    const isEnd = within.every(([item, place]) => sign * place === edge || first.has(item));
    return isEnd && (within.length / places.size) ** first.size < leastChance;
  };
  if (holdsEnd(1)) return 'asc';
  return holdsEnd(-1) ? 'desc' : undefined;
}

/**
 * A walk must go through the buckets upward for `asc`, downward for `desc`.
 * @param apartMs how far apart items must be, ms, to be in a wrong order
 */
export function inTimeOrder(buckets: TimeBuckets, direction: Direction, apartMs = 0): Oracle {
  return ([walk]) => {
    if (walk === undefined || !isComplete(walk)) return undefined;
    const { up, down } = stepsThrough(walk.items, buckets, apartMs);
    const wrong = direction === 'asc' ? down : up;
    if (wrong === undefined) return undefined;
    const [first, second] = wrong;
    const early = upToEarlier(buckets, wrong);
    const [actual, which] = direction === 'asc' ? ['earlier', 'it'] : ['later', 'the other'];
    const shownBy = early === undefined ? '' : `: of both, only ${which} is found with ${describeQuery(early)}`;
    return {
      message: `with ${describeQuery(walk.query)}, ${truncate(second)} comes after ${truncate(first)}, though ranges show that it is ${actual}${shownBy}`,
      proof: proofOfItems(walk, wrong),
      ...defined({ compared: againstTime(walk, buckets, direction, apartMs) }),
    };
  };
}

/** For a script: where the order of a walk goes against time, and the search that tells. */
export function againstTime(
  walk: Walk,
  buckets: TimeBuckets,
  direction: Direction,
  apartMs = 0,
): TimeOrder | undefined {
  const { up, down } = stepsThrough(walk.items, buckets, apartMs);
  const wrong = direction === 'asc' ? down : up;
  const early = wrong && upToEarlier(buckets, wrong);
  return early && { sorted: encodeQuery(walk.query), early: encodeQuery(early), isDescending: direction === 'desc' };
}

/** The search of the items up to the earlier one of two, which does not have the other one. */
function upToEarlier({ places, upTo }: TimeBuckets, items: readonly [string, string]): LogQuery | undefined {
  return upTo[Math.min(...items.map((item) => places.get(item)!))];
}
