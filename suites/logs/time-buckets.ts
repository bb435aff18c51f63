/**
 * Range cuts tell old items from new ones: a second sense of time where items are opaque. Items are sorted into bins,
 * and an order is judged by whether it goes through the bins upward or downward.
 */
import {
  type Bag,
  type CheckContext,
  type Direction,
  describeQuery,
  type LogFinding,
  minus,
  type Oracle,
  rangeQuery,
  truncate,
  type Walk,
  type WebhookLog,
} from '../../src/suite.ts';
import { isComplete } from '../lib/log-checks.ts';

/** Items by their place in time. */
export interface Bins {
  /** Item → place in time, from 0; only items that lie in one bin alone, as often as in the whole log. */
  readonly places: ReadonlyMap<string, number>;
  readonly count: number;
  readonly exchanges: number;
}

/**
 * Sorts the items of a log into bins of time by range cuts: an item is in bin i if it is beyond cut i−1 and not beyond
 * cut i. Items whose text also occurs elsewhere are left out: they need not be unique.
 */
export async function binsOf(t: CheckContext, log: WebhookLog, all: Bag): Promise<Bins | undefined> {
  const time = await t.logs.time();
  if (!time.understood || time.sense.cuts.length < 2) return undefined;
  const { sense } = time;
  const cuts = evenly(sense.cuts, t.effort.isLean ? 2 : 5);
  const walks = await Promise.all(cuts.map((cut) => log.walk(rangeQuery(sense, sense.lo, cut))));
  if (!walks.every(isComplete)) return undefined;
  const places = new Map<string, number>();
  let before: Bag = new Map();
  for (const [index, walk] of [...walks.map((one) => one.bag), all].entries()) {
    for (const [item, count] of minus(walk, before)) if (count === all.get(item)) places.set(item, index);
    before = walk;
  }
  return { places, count: cuts.length + 1, exchanges: walks.reduce((total, walk) => total + walk.pages.length, 0) };
}

/** So many of the times, two at least, evenly chosen, the first and the last always among them. */
export function evenly(times: readonly number[], wanted: number): number[] {
  if (times.length <= wanted) return [...times];
  return Array.from({ length: wanted }, (_, index) => times[Math.round((index * (times.length - 1)) / (wanted - 1))]!);
}

export type Order = 'ascending' | 'descending' | 'mixed' | 'unknown';

/** Whether a walk goes through the bins upward, downward, or neither. */
export function orderOf(
  items: readonly string[],
  { places }: Bins,
): { order: Order; bins: number; at?: readonly [string, string] } {
  let up: readonly [string, string] | undefined;
  let down: readonly [string, string] | undefined;
  let last: { item: string; place: number } | undefined;
  const seen = new Set<number>();
  for (const item of items) {
    const place = places.get(item);
    if (place === undefined) continue;
    seen.add(place);
    if (last !== undefined && place > last.place) up ??= [last.item, item];
    if (last !== undefined && place < last.place) down ??= [last.item, item];
    last = { item, place };
  }
  if (seen.size < 2) return { order: 'unknown', bins: seen.size };
  if (up !== undefined && down !== undefined) return { order: 'mixed', bins: seen.size, at: down };
  return up !== undefined
    ? { order: 'ascending', bins: seen.size, at: up }
    : { order: 'descending', bins: seen.size, at: down! };
}

export function ordered(bins: Bins, wanted: Order, direction: Direction): Oracle {
  return ([walk]) => {
    if (walk === undefined || !isComplete(walk)) return undefined;
    const { order, at } = orderOf(walk.items, bins);
    if (order === wanted || order === 'unknown' || at === undefined) return undefined;
    const [first, second] = order === 'mixed' && wanted === 'descending' ? upward(walk, bins) : at;
    return {
      message: `with ${describeQuery(walk.query)}, ${truncate(second)} comes after ${truncate(first)}, which the range tells to be ${wanted === 'ascending' ? 'later' : 'earlier'}: ${direction} is not ${wanted} in time`,
      proof: pagesWith(walk, [first, second]),
    };
  };
}

/** The first step upward in a walk that should go down. */
function upward(walk: Walk, { places }: Bins): readonly [string, string] {
  const placed = walk.items.filter((item) => places.has(item));
  const index = placed.findIndex((item, at) => at > 0 && places.get(item)! > places.get(placed[at - 1]!)!);
  return [placed[index - 1]!, placed[index]!];
}

export function pagesWith(walk: Walk, items: readonly string[]): LogFinding['proof'] {
  const pages = walk.pages.filter((read) => items.some((item) => read.page.data.includes(item)));
  return pages.slice(0, 3).map((read) => [read.exchange, `page ${read.place} of ${walk.pages.length}`] as const);
}
