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
