/**
 * Combined searches on other logs than the judged one. A server may search one log in another way, by its size for example. The largest
 * of the others shows most: each two parameters are combined there. On each further one, every value is sent once.
 */

import type { RowOf } from '../../generators/covering-array.ts';
import { itemTimes } from '../../log/item-times.ts';
import { rangeQuery } from '../../log/time/infer.ts';
import { isLongWalk, type Walk } from '../../log/walk.ts';
import type { WebhookLog } from '../../log/webhook-log.ts';
import { isInside, isLater, type Ranges } from './log-ranges.ts';
import { followed, given, type SearchFactors, type SearchSpace } from './search-space.ts';

const canNarrow = ['range', 'status', 'sortBy', 'sortDirection'] as const;

/** Other logs on which combinations are sent. */
const mostOthers = 4;

/** Another log and its plain walk. */
export interface OtherLog {
  readonly id: string;
  readonly walk: Walk;
}

/** Of the other logs with several pages, with items, and without, one each; then further ones. */
export async function usableOthers(others: readonly WebhookLog[]): Promise<readonly OtherLog[]> {
  const read = await Promise.all(others.map(async (other) => ({ id: other.id, walk: await other.walk() })));
  const usable = read.filter(({ walk }) => walk.end === 'end' && !isLongWalk(walk));
  const several = usable.find(({ walk }) => walk.pages.length > 1);
  const single = usable.find(({ walk }) => walk.items.length > 0 && walk !== several?.walk);
  const empty = usable.find(({ walk }) => walk.items.length === 0);
  const kinds = [several, single, empty].filter((one) => one !== undefined);
  return [...new Set([...kinds, ...usable])].slice(0, mostOthers);
}

export function spacesOfOthers(
  others: readonly OtherLog[],
  factors: SearchFactors,
  strength: number,
  isShared: boolean,
): readonly SearchSpace[] {
  const [largest, ...further] = others;
  if (largest === undefined) return [];
  const space = spaceOf(others, factors, strength);
  const ofLargest = {
    ...space([largest]),
    given: isShared ? sortsOf(largest, factors) : [],
    needs: strength > 2 ? undefined : isNeeded,
  };
  if (further.length === 0) return [ofLargest];
  // What a combination without a webhook shows, it shows on the largest one.
  return [ofLargest, { ...space(further), needs: ({ webhook }) => webhook !== undefined }];
}

/** Other checks search each log by each status alone. */
const isNeeded = ({ range, status }: Partial<RowOf<SearchFactors>>): boolean =>
  range !== 'none' || status === undefined;

/** Each sort is walked there by the checks on sorting, too. */
function sortsOf({ id, walk }: OtherLog, { sortBy }: SearchFactors) {
  const sorts = walk.pages.length < 2 ? [] : given(sortBy);
  return followed(
    sorts.map((name) => ({ sortBy: name, sortDirection: 'asc' })),
    id,
  );
}

const spaceOf =
  (others: readonly OtherLog[], factors: SearchFactors, strength: number) =>
  (logs: readonly OtherLog[]): SearchSpace => {
    const isOnePage = (id: string) => others.some((other) => other.id === id && other.walk.pages.length < 2);
    const isShort = (id: string) => others.some((other) => other.id === id && other.walk.items.length < 2);
    return {
      factors: {
        ...factors,
        range: factors.range.filter((value) => value !== 'same'),
        webhook: logs.map(({ id }) => id),
      },
      strength,
      allows: (row) => {
        const { page, webhook = '' } = row;
        if (page === 'end' && isOnePage(webhook)) return false;
        // A log that is empty, or has one entry, shows as much with all parameters at once as with each.
        return !isShort(webhook) || canNarrow.every((factor) => row[factor] !== 'none' || factors[factor].length < 2);
      },
    };
  };

/** The same ranges with bounds inside another log, if its items show when. Beyond its ends, a bound that is lost does not show. */
export function rangesWithin(ranges: Ranges, { items }: Walk): Ranges {
  const { log, sense } = ranges;
  const times = [...new Set(itemTimes(items))]
    .filter((at) => isInside(log.scope, sense.form, at))
    .sort((a, b) => a - b);
  const [early, late] = [times[Math.floor(times.length / 3)], times[Math.floor((2 * times.length) / 3)]];
  if (early === undefined || late === undefined) return ranges;
  if (!isLater(sense.form, sense.form.render(early), sense.form.render(late))) return ranges;
  const shared = {
    from: rangeQuery(sense, early, undefined),
    to: rangeQuery(sense, undefined, late),
    both: rangeQuery(sense, early, late),
  };
  return { ...ranges, cuts: [early, late], shared };
}
