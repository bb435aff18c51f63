/** Routes back where an end is easily got wrong: under each sort, in short and empty results, from a last page with one item. */
import type { Baseline, CheckContext, LogQuery, Walk, WebhookLog } from '../../../src/suite.ts';
import { defined, logs, unlessUndecided } from '../../../src/suite.ts';
import { declaredStatusSort } from '../sorting/status-order.ts';

export interface Route {
  readonly query: LogQuery;
  readonly steps: readonly logs.Step[];
  /** The log of the baseline unless given. */
  readonly log?: WebhookLog;
  /** At last also follows the `prev` of the first page, if there is one. */
  readonly beyondFirst?: boolean;
}

export type RoutesOf = (t: CheckContext, baseline: Baseline) => Promise<Route[]>;

/** Routes beside those of the plain search. */
export const furtherRoutes: readonly RoutesOf[] = [variantRoutes, sortedRoutes, otherLogRoutes, edgeRoutes];

const directions = ['asc', 'desc'] as const;
const bounds = [
  { side: 'to', sortDirection: 'asc' },
  { side: 'from', sortDirection: 'desc' },
] as const;

/** To the end of a result and all the way back; from three pages on, on again after the first step back. */
function backAndOn(pages: number): logs.Step[] {
  if (pages < 3) return logs.thereAndBack(pages);
  return [...logs.steps('next', pages - 1), 'prev', 'next', ...logs.steps('prev', pages - 1)];
}

/** The `prev` of a first page to which no cursor led, if there is one: it may lead elsewhere than if `prev` led to that page. */
export function routesBeforeFirst({ plainWalk }: Baseline): Route[] {
  return plainWalk.pages[0]?.page.prev === undefined ? [] : [{ query: {}, steps: [], beyondFirst: true }];
}

/**
 * Where few requests may be sent: one search with a status, both bounds, a sort and a direction that has two pages, to its end,
 * back and on; and logs of one page. What a cursor loses of any of these shows there.
 */
export async function fewRoutes(t: CheckContext, baseline: Baseline): Promise<Route[]> {
  const { log, others } = baseline;
  const routes = routesBeforeFirst(baseline);
  for (const query of [
    await combinedQuery(t, 'succeeded'),
    { status: 'succeeded' },
    { status: 'failed' },
  ] satisfies LogQuery[]) {
    const walk = await log.walk(query);
    if (!logs.isComplete(walk) || walk.pages.length < 2) continue;
    routes.push({ query, steps: logs.thereBackAndOn(walk.pages.length), beyondFirst: true });
    break;
  }
  const walks = await Promise.all(others.map(async (other) => ({ other, walk: await other.walk() })));
  const single = walks.find(({ walk }) => walk.pages.length === 1 && walk.pages[0]!.page.prev !== undefined);
  return single === undefined ? routes : [...routes, { log: single.other, query: {}, steps: [], beyondFirst: true }];
}

/** A search for a status with all other parameters, which leave nothing out. */
export async function combinedQuery(t: CheckContext, status: 'succeeded' | 'failed'): Promise<LogQuery> {
  const [time, [first]] = await Promise.all([t.logs.time(), t.logs.sorts()]);
  // Entries of one status all tie in the order by status: a cursor that holds nothing else loses its place there.
  const sortBy = declaredStatusSort(t) ?? first;
  const ranged = time.understood ? logs.rangeQuery(time.sense, time.sense.lo, time.sense.hi) : {};
  return { status, ...ranged, ...defined({ sortBy }), sortDirection: 'asc' };
}

/**
 * Each order that a sort field gives: one of both directions to its end and all the way back, the other some pages. Under a field
 * that orders as a search without one does, one page in the other direction.
 */
async function sortedRoutes(t: CheckContext, { log, plainWalk }: Baseline): Promise<Route[]> {
  const most = plainWalk.pages.length > 25 ? 1 : 4;
  const { all, effective } = await t.logs.distinctSorts();
  const sorts = t.effort.isLong(plainWalk) ? [] : effective.slice(0, most);
  const queriesIn = (sortDirection: logs.Direction) => sorts.map((sortBy) => ({ sortBy, sortDirection }));
  if (t.effort.isExhaustive) return routesOf(log, directions.flatMap(queriesIn));
  const usual = all.filter((name) => !effective.includes(name));
  const turned = (await Promise.all(usual.map((sortBy) => turnedSort(log, plainWalk, sortBy)))).flat();
  return [
    ...(await routesOf(log, queriesIn('asc'))),
    ...(await routesOf(log, queriesIn('desc'), { steps: logs.backFromEnd, beyondFirst: false })),
    ...(await routesOf(log, turned, { steps: () => ['next', 'prev'], beyondFirst: false })),
  ];
}

/** The sort by a field in the direction that is not that of the plain walk; none if both are. */
async function turnedSort(log: WebhookLog, plain: Walk, sortBy: string): Promise<LogQuery[]> {
  const queries = directions.map((sortDirection) => ({ sortBy, sortDirection }));
  const walks = await Promise.all(queries.map((query) => log.walk(query)));
  return queries.filter((_, at) => !logs.hasSameOrder(walks[at]!, plain)).slice(0, 1);
}

/** The other logs, which may be empty, or have one page. */
async function otherLogRoutes(_: CheckContext, { others }: Baseline): Promise<Route[]> {
  return (await Promise.all(others.map((log) => routesOf(log, [{}])))).flat();
}

/**
 * Results without items, with one, with one page, and with one item more. Where the order follows time, the item
 * alone on its last page is the one at the bound that was moved: it may share its time with those of the page before.
 */
async function edgeRoutes(t: CheckContext, { log, plainWalk }: Baseline): Promise<Route[]> {
  const time = await t.logs.time();
  const page = plainWalk.pages[0]!.page.data.length;
  if (!time.understood || time.sense.cuts.length === 0 || page < 2) return [];
  const { sense } = time;
  const find = (size: number, sides: readonly logs.Side[]) =>
    logs.findRangeOfSize(size, sense, (query) => t.logs.measure(query), sides);
  const known = await logs.rangesOfTellingSizes(t, page);
  const short = [0, 1, page].map((size) => known.get(size));
  // Where pages have few of the items, how many there are makes no last page of one.
  const isOdd = t.effort.isExhaustive || !(await logs.isFilteredByPage({ log, plainWalk }));
  const odd = await Promise.all(
    (isOdd ? bounds : []).map(async ({ side, sortDirection }) => {
      const query = await find(page + 1, [side]);
      return query === undefined ? [] : [{ ...query, sortDirection }];
    }),
  );
  return routesOf(log, [...short.filter((query) => query !== undefined), ...odd.flat()]);
}

/** Back from the end of filtered, sorted and ranged walks, if they have enough pages and not too many. */
async function variantRoutes(t: CheckContext, { log }: Baseline): Promise<Route[]> {
  const walks = await Promise.all(
    (await variants(t, log)).map(async (query) => ({ query, walk: await log.walk(query) })),
  );
  return walks
    .filter(
      ({ walk }) =>
        logs.isComplete(walk) && walk.pages.length >= 3 && !logs.isLongWalk(walk) && walk.isStandIn !== true,
    )
    .map(({ query, walk }) => ({
      query,
      steps: logs.backFromEnd(walk.pages.length),
    }));
}

/** The direction whose walk reached its end with its own cursors: ascending if both did. */
async function turnedDirection(log: WebhookLog): Promise<logs.Direction> {
  const { isStandIn } = await log.walk({ sortDirection: 'asc' });
  return isStandIn === true ? 'desc' : 'asc';
}

async function variants(t: CheckContext, log: WebhookLog): Promise<LogQuery[]> {
  const sortDirection = await turnedDirection(log);
  const queries: LogQuery[] = [{ status: 'failed' }, { sortDirection }, { status: 'succeeded' }];
  const time = await t.logs.time();
  if (!time.understood || time.sense.cuts.length === 0) return queries;
  const ranges = await unlessUndecided(() => logs.requireRanges(t));
  return ranges === undefined
    ? queries
    : [...queries, ranges.shared.from, { ...ranges.shared.to, status: 'succeeded' }];
}

/** Whether there is a cursor to follow. */
function leadsOn({ pages }: Walk): boolean {
  return pages.length > 1 || pages[0]?.page.prev !== undefined;
}

async function routesOf(
  log: WebhookLog,
  queries: readonly LogQuery[],
  { steps, beyondFirst } = { steps: backAndOn, beyondFirst: true },
): Promise<Route[]> {
  const walks = await Promise.all(queries.map(async (query) => ({ query, walk: await log.walk(query) })));
  return walks
    .filter(({ walk }) => logs.isComplete(walk) && !logs.isLongWalk(walk) && leadsOn(walk))
    .map(({ query, walk }) => ({ log, query, steps: steps(walk.pages.length), beyondFirst }));
}
