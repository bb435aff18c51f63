/**
 * The order of a search with several parameters, as its sort alone tells: if that follows time, the search must follow time
 * in the same direction. Its first pages are then also the first of all that it returns.
 */
import { defined } from '../../core/defined.ts';
import { truncate } from '../../oracles/relations.ts';
import { againstTime, followsTime, type TimeBuckets, timeOrderOf } from '../time/buckets.ts';
import { describeWalk, isComplete, type Walk } from '../walk.ts';
import type { Oracle } from './relation-check.ts';
import { proofOfPage, proofOfWalk } from './walk-proof.ts';

/** Knowledge about items from other sources than the walks. */
export interface OrderClues {
  readonly buckets: TimeBuckets;
  /** Whether two items are known to differ in the sort field. Equal ones may come in any order, which may depend on the query. */
  readonly differ: (one: string, other: string) => boolean;
}

/**
 * Whether pages contradict the order of a walk with the same sort: of two neighbours that differ in the sort field, the wrong one
 * comes first. A sort by a field in which all items are equal may follow time alone, and another order beside a filter.
 * @param items of the pages, from the first on
 * @param all items that the search must return, also on later pages
 */
export function contradictsOrder(
  { items, all }: { readonly items: readonly string[]; readonly all: Iterable<string> },
  sorted: Walk,
  { buckets, differ }: OrderClues,
): boolean {
  if (!followsTime(sorted, buckets)) return false;
  const sign = timeOrderOf(sorted, buckets) === 'ascending' ? 1 : -1;
  const seen = new Set(items);
  const placeOf = (item: string) => buckets.places.get(item);
  let next: string | undefined;
  for (const item of all) {
    if (seen.has(item) || placeOf(item) === undefined) continue;
    if (next === undefined || sign * (placeOf(item)! - placeOf(next)!) < 0) next = item;
  }
  const placed = [...items, ...(next === undefined ? [] : [next])].filter((item) => placeOf(item) !== undefined);
  return placed.slice(1).some((item, at) => {
    const before = placed[at]!;
    return sign * (placeOf(item)! - placeOf(before)!) < 0 && differ(before, item);
  });
}

/** Walks of the whole log: with a sort and a direction, with the other direction, and with neither. */
export interface KnownOrders {
  readonly own: Walk;
  readonly turned: Walk;
  readonly plain: Walk;
}

/** Fewer entries may be in the order of the log by chance. */
const fewest = 4;

/**
 * Whether pages return the entry that a sort puts last of all selected ones, and the one that it puts first only later or not at
 * all. The two must be known to differ in the field. Nothing is decided if all selected entries seem to be equal: because the sort
 * alone keeps them together, or returns them in the order of the log or of time.
 * @param items of the pages, from the first on
 * @param all items that the search must return, also on later pages
 */
export function beginsAtWrongEnd(
  { items, all }: { readonly items: readonly string[]; readonly all: Iterable<string> },
  { own, turned, plain }: KnownOrders,
  { buckets, differ }: OrderClues,
): boolean {
  const selected = new Set(all);
  const selectedOf = (walk: Walk) => walk.items.filter((item) => selected.has(item));
  const [sorted, reversed, unsorted] = [selectedOf(own), selectedOf(turned), selectedOf(plain)];
  if ([sorted, reversed, unsorted].some(({ length }) => length !== selected.size) || selected.size < fewest)
    return false;
  if (areTogether(own.items, selected) || isMonotone(sorted, unsorted)) return false;
  if (timeOrderOf({ items: sorted }, buckets) !== 'mixed') return false;
  if (!differ(sorted[0]!, reversed[0]!)) return false;
  const [first, last] = [items.indexOf(sorted[0]!), items.indexOf(reversed[0]!)];
  return last !== -1 && (first === -1 || last < first);
}

/** Whether these items follow each other in a walk. */
function areTogether(items: readonly string[], selected: ReadonlySet<string>): boolean {
  const first = items.findIndex((item) => selected.has(item));
  return items.slice(first, first + selected.size).every((item) => selected.has(item));
}

/** Whether items come in a given order, or in its reverse. */
export function isMonotone(items: readonly string[], order: readonly string[]): boolean {
  const placeOf = new Map(order.map((item, place) => [item, place]));
  const places = items.map((item) => placeOf.get(item) ?? -1);
  return new Set(places.slice(1).map((place, at) => place > places[at]!)).size < 2;
}

/** The last walk must not return the entry that is first in the opposite direction before the one that is first in its own. */
export function keepsEnds(clues: OrderClues): Oracle {
  return ([own, turned, plain, combined]) => {
    if (own === undefined || turned === undefined || plain === undefined || combined === undefined) return undefined;
    if (![own, turned, plain, combined].every(isComplete)) return undefined;
    const found = { items: combined.items, all: combined.bag.keys() };
    if (!beginsAtWrongEnd(found, { own, turned, plain }, clues)) return undefined;
    return {
      message: `${describeWalk(combined)} has the entry that comes last in ${describeWalk(own)} before the one that comes first; expected the same order`,
      proof: [...proofOfWalk(own), ...proofOfPage(combined, combined.pages[0]!)],
    };
  };
}

/** The second walk must follow time in the direction of the first, which has the same sort and nothing else. */
export function followsSameOrder(clues: OrderClues): Oracle {
  const { buckets } = clues;
  return ([sorted, combined]) => {
    if (sorted === undefined || combined === undefined || !isComplete(combined)) return undefined;
    if (!contradictsOrder({ items: combined.items, all: [] }, sorted, clues)) return undefined;
    const actual = timeOrderOf(combined, buckets);
    const shown = combined.items.find((item) => buckets.places.has(item)) ?? '';
    const page = combined.pages.find(({ page: { data } }) => data.includes(shown));
    return {
      message: `${describeWalk(combined)} is in ${actual} order of time, from ${truncate(shown)} on; expected ${timeOrderOf(sorted, buckets)}, as ${describeWalk(sorted)} alone`,
      proof: [...proofOfWalk(sorted), ...(page === undefined ? proofOfWalk(combined) : proofOfPage(combined, page))],
      ...defined({ compared: againstTime(combined, buckets, isDescending(sorted, buckets) ? 'desc' : 'asc') }),
    };
  };
}

const isDescending = (walk: Walk, buckets: TimeBuckets): boolean => timeOrderOf(walk, buckets) === 'descending';
