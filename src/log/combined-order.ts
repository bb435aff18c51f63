/**
 * The order of a search with several parameters, as its sort alone tells: where that follows time, the search must follow time
 * in the same direction. Its first pages are then also the first of all that it returns.
 */
import { defined } from '../core/defined.ts';
import { truncate } from '../oracles/relations.ts';
import type { Oracle } from './relation-check.ts';
import { againstTime, followsTime, type TimeBuckets, timeOrderOf } from './time/buckets.ts';
import { describeWalk, isComplete, type Walk } from './walk.ts';
import { proofOfPage, proofOfWalk } from './walk-proof.ts';

/**
 * Whether pages contradict the order of a walk with the same sort.
 * @param items of the pages, from the first on
 * @param all items that the search must return, also on later pages
 */
export function contradictsOrder(
  { items, all }: { readonly items: readonly string[]; readonly all: Iterable<string> },
  sorted: Walk,
  buckets: TimeBuckets,
): boolean {
  if (!followsTime(sorted, buckets)) return false;
  const order = timeOrderOf(sorted, buckets);
  const sign = order === 'ascending' ? 1 : -1;
  const seen = new Set(items);
  const placeOf = (item: string) => buckets.places.get(item);
  let next: string | undefined;
  for (const item of all) {
    if (seen.has(item) || placeOf(item) === undefined) continue;
    if (next === undefined || sign * (placeOf(item)! - placeOf(next)!) < 0) next = item;
  }
  const actual = timeOrderOf({ items: next === undefined ? items : [...items, next] }, buckets);
  return actual !== order && actual !== 'unknown';
}

/** Walks of the whole log: with a sort and a direction, with the other direction, and with neither. */
export interface KnownOrders {
  readonly own: Walk;
  readonly turned: Walk;
  readonly plain: Walk;
}

/** Fewer entries are in the order of the log by chance. */
const fewest = 4;

/**
 * Whether pages have the entry that a sort puts last of all that the search returns before the one that it puts first, or without
 * that. Both differ in the field unless all of these entries are equal in it: then the sort alone does not mix them with others,
 * or its order is that of the log, or of time.
 * @param items of the pages, from the first on
 * @param all items that the search must return, also on later pages
 */
export function beginsAtWrongEnd(
  { items, all }: { readonly items: readonly string[]; readonly all: Iterable<string> },
  { own, turned, plain }: KnownOrders,
  buckets: TimeBuckets,
): boolean {
  const selected = new Set(all);
  const [sorted, reversed, unsorted] = [own, turned, plain].map((walk) =>
    walk.items.filter((one) => selected.has(one)),
  );
  if ([sorted, reversed, unsorted].some((order) => order!.length !== selected.size) || selected.size < fewest)
    return false;
  if (areTogether(own.items, selected) || isMonotone(sorted!, unsorted!)) return false;
  if (timeOrderOf({ items: sorted! }, buckets) !== 'mixed') return false;
  const [first, last] = [items.indexOf(sorted![0]!), items.indexOf(reversed![0]!)];
  return last !== -1 && (first === -1 || last < first);
}

/** Whether a walk has these items one after another. */
function areTogether(items: readonly string[], selected: ReadonlySet<string>): boolean {
  const first = items.findIndex((item) => selected.has(item));
  return items.slice(first, first + selected.size).every((item) => selected.has(item));
}

/** Whether items come in the order of others, or the other way round. */
export function isMonotone(items: readonly string[], order: readonly string[]): boolean {
  const places = items.map((item) => order.indexOf(item));
  return new Set(places.slice(1).map((place, at) => place > places[at]!)).size < 2;
}

/** The last walk must not have the entry that the second one begins with before the one that the first one does. */
export function keepsEnds(buckets: TimeBuckets): Oracle {
  return ([own, turned, plain, combined]) => {
    if (own === undefined || turned === undefined || plain === undefined || combined === undefined) return undefined;
    if (![own, turned, plain, combined].every(isComplete)) return undefined;
    const found = { items: combined.items, all: combined.bag.keys() };
    if (!beginsAtWrongEnd(found, { own, turned, plain }, buckets)) return undefined;
    return {
      message: `${describeWalk(combined)} has the entry that ${describeWalk(own)} has last before the one that it has first; expected the order of that, with fewer entries`,
      proof: [...proofOfWalk(own), ...proofOfPage(combined, combined.pages[0]!)],
    };
  };
}

/** The second walk must follow time in the direction of the first, which has the same sort and nothing else. */
export function followsSameOrder(buckets: TimeBuckets): Oracle {
  return ([sorted, combined]) => {
    if (sorted === undefined || combined === undefined || !isComplete(combined)) return undefined;
    if (!contradictsOrder({ items: combined.items, all: [] }, sorted, buckets)) return undefined;
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
