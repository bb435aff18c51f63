/** Which situations walks and navigations were in, so that a report can say what a pass rests on. */
import type { Point } from '../core/points.ts';
import type { Page } from '../schema/page.ts';
import { itemTimes } from './item-times.ts';
import type { Navigation } from './navigation/navigation-finding.ts';
import type { LogQuery } from './query.ts';
import type { Walk } from './walk.ts';

type Condition = readonly [point: Point, isMet: boolean];

const metOf = (conditions: readonly Condition[]): readonly Point[] =>
  conditions.filter(([, isMet]) => isMet).map(([point]) => point);

/** The points that a relation between walks met, with the pages of walks that were not read to their end too. */
export function pointsOfWalks(walks: readonly Walk[]): readonly Point[] {
  const hasItems = (status: string) => walks.some(({ query, items }) => query.status === status && items.length > 0);
  return [...walks.flatMap(pointsOfWalk), ...metOf([['both statuses', hasItems('succeeded') && hasItems('failed')]])];
}

function pointsOfWalk({ pages, items, query, end }: Walk): readonly Point[] {
  const isEmpty = end === 'end' && items.length === 0;
  const border = pages.length > 1;
  const isRange = query.from !== undefined || query.to !== undefined;
  return metOf([
    ['a page border', border],
    ['a walk of three pages', pages.length > 2],
    ['a page of exactly one item', border && pages.some(({ page }) => page.data.length === 1)],
    ['a result without items', isEmpty],
    ['a tie at a page border', border && hasTieAtBorder(pages.map(({ page }) => page.data))],
    ['a status across a page border', border && query.status !== undefined],
    ['a direction across a page border', border && query.sortDirection !== undefined],
    ['a sort across a page border', border && query.sortBy !== undefined],
    [
      'a status under desc across a page border',
      border && query.status !== undefined && query.sortDirection === 'desc',
    ],
    ['a range across a page border', border && isRange],
    ['a range beyond the log', isRange && isEmpty],
  ]);
}

/** Whether the last item of a page and the first of the next one seem to have the same time. */
function hasTieAtBorder(pages: readonly (readonly string[])[]): boolean {
  return pages.some((data, index) => {
    const [last, first] = [data.at(-1), pages[index + 1]?.[0]];
    if (last === undefined || first === undefined) return false;
    const [a, b] = itemTimes([last, first]);
    return a !== undefined && a === b;
  });
}

/** The points that a navigation met whose steps all led where they should. */
export function pointsOfNavigation({ pages, known }: Navigation, query: LogQuery): readonly Point[] {
  const steps = pages.map(({ reachedBy }) => reachedBy);
  const back = steps.map((step, index) => (step === 'prev' ? index : -1)).filter((index) => index > 0);
  const from = back.map((index) => pages[index - 1]!.page);
  const isFiltered = [query.status, query.from, query.to].some((value) => value !== undefined);
  return metOf([
    ['prev from a later page', from.length > 0],
    ['prev from the last page', from.some((page) => isLast(page, known))],
    ['prev from a page of one item', from.some(({ data }) => data.length === 1)],
    ['prev under a filter', from.length > 0 && isFiltered],
    ['prev under a sort', from.length > 0 && query.sortBy !== undefined],
    ['next after prev', back.some((index) => steps[index + 1] === 'next')],
  ]);
}

/** Whether no page with items follows: there is no `next`, or it serves to ask for what arrives later. */
function isLast({ next, data, totalItems }: Page, known: readonly string[]): boolean {
  return next === undefined || (data.length === 0 && known.length >= totalItems);
}
