/** Filters: they partition the log, and survive paging. */
import type { Baseline, CheckContext, Exchange, LogQuery, Walk, WebhookLog } from '../../../src/suite.ts';
import {
  bags,
  checksOf,
  defined,
  fail,
  forEachConcurrently,
  inconclusive,
  logs,
  responses,
  unlessUndecided,
} from '../../../src/suite.ts';
import { findEdges } from '../../lib/range-edges.ts';
import { readHeadAlone } from '../../lib/read-head-alone.ts';
import { requirements } from '../requirements.ts';
import { declaredStatusSort } from '../sorting/status-order.ts';
import { combinedQuery, fewRoutes, type Route } from '../walks/back-routes.ts';
import { wholeFirstLog } from '../walks/first-log.ts';
import { directedStatus } from './directed-status.ts';

const check = checksOf(requirements);

const directions = ['asc', 'desc'] as const;
const statuses = [{ status: 'succeeded' }, { status: 'failed' }] as const satisfies readonly LogQuery[];

check('logs/status-partition', async (t) => {
  const baseline = await t.baseline();
  const judged = await Promise.all((await logs.judgedLogs(t, baseline)).map(({ id }) => t.logs.besideJudged(id)));
  const cases = judged.map((log) => [log, [{}, ...statuses]] as const);
  await logs.expectOnLogs(t, cases, logs.statusesPartition);
  if (!t.effort.isLean) await expectPartsOfSearches(t, baseline);
  else {
    await expectPartsOfCombined(t, baseline);
    await expectPartsOfFirstLog(t, baseline);
  }
});

/** With few requests, the statuses beside all other parameters, which other checks walk: they are those of the whole log. */
async function expectPartsOfCombined(t: CheckContext, { log, plainWalk }: Baseline): Promise<void> {
  const time = await t.logs.time();
  if (!time.understood || Object.keys(log.scope).length > 0) return;
  const { sense } = time;
  const { count } = await t.logs.measure(logs.rangeQuery(sense, sense.lo, sense.hi));
  if (count !== plainWalk.items.length) return;
  const both = await Promise.all([combinedQuery(t, 'succeeded'), combinedQuery(t, 'failed')]);
  await logs.expectOnLogs(t, [[log, [{}, ...both]]], logs.statusesPartition);
}

/** One search for each status of the first log, beside a direction, and a sort: their totals add up to that of the log. */
async function expectPartsOfFirstLog(t: CheckContext, { log: judged }: Baseline): Promise<void> {
  const log = t.logs.all[0]!;
  const plain = await log.walk();
  if (log.id === judged.id || plain.total < 0) return;
  const sortBy = declaredStatusSort(t) ?? (await t.logs.sorts())[0];
  const parts = [directedStatus, { status: 'failed', ...defined({ sortBy }), sortDirection: 'asc' }] as const;
  const totals = await totalsOf(parts, (part) => logs.firstPageOf(t, part));
  if (totals.includes(undefined) || sumOf(totals) === plain.total) return;
  t.client.lookIntoFirst();
  if ((await wholeFirstLog(t)) === undefined) return;
  const alone = await totalsOf(statuses, (status) => logs.requestFirstPage(t, status));
  if (sumOf(alone) !== plain.total) await logs.expectOnLogs(t, [[log, [{}, ...statuses]]], logs.statusesPartition);
  for (const [at, part] of parts.entries())
    if (totals[at] !== alone[at])
      await logs.expectOnLogs(t, [[log, [{}, ...statuses, part]]], logs.agreesWithParts(part.status));
}

/** `totalItems` of searches, by their first pages; undefined if one is rejected. */
async function totalsOf(queries: readonly LogQuery[], read: (query: LogQuery) => Promise<Exchange>) {
  const pages = await Promise.all(queries.map(async (query) => responses.parsePage((await read(query)).response)));
  return pages.map((page) => page?.totalItems);
}

const sumOf = (totals: readonly (number | undefined)[]): number =>
  totals.reduce<number>((sum, one = 0) => sum + one, 0);

/** The same beside other parameters. First pages suffice; if their totals contradict each other, they are walked. */
async function expectPartsOfSearches(t: CheckContext, { log }: Baseline): Promise<void> {
  const searches = await Promise.all([longSearch(t), searchesAtEdges(t)]);
  await forEachConcurrently(searches.flat(), 4, async (whole) => {
    const queries = [whole, ...statuses.map((status) => ({ ...whole, ...status }))];
    const counts = (await Promise.all(queries.map((query) => t.logs.measure(query)))).map(({ count }) => count);
    const [all = 0, ...parts] = counts;
    if (counts.includes(undefined) || parts.reduce<number>((sum, count) => sum + (count ?? 0), 0) === all) return;
    await logs.expectOfWalks(t, log, queries, logs.statusesPartition);
  });
}

/** All other parameters at once, since a target may look at the beginning of a long URL only. */
async function longSearch(t: CheckContext): Promise<readonly LogQuery[]> {
  const time = await t.logs.time();
  const [sortBy] = await t.logs.sorts();
  if (!time.understood || sortBy === undefined) return [];
  const { sense } = time;
  return [{ ...logs.rangeQuery(sense, sense.lo, sense.hi), sortBy, sortDirection: 'asc' }];
}

/** Ranges with a bound at the time of an item: if a status is asked for, it must include the item as it does without. */
async function searchesAtEdges(t: CheckContext): Promise<readonly LogQuery[]> {
  const time = await t.logs.time();
  if (!time.understood || time.sense.cuts.length === 0) return [];
  const ranges = await unlessUndecided(() => logs.requireRanges(t));
  if (ranges === undefined) return [];
  const edges = t.effort.take(await findEdges(t, ranges), { standard: 1 });
  return edges.flatMap(({ at, unitMs }) => [at, at - unitMs]).flatMap((at) => [ranges.upTo(at), ranges.since(at)]);
}

/** Every page of a paged walk has the total of the first, and the walk has as many items. */
const keepsTotal = logs.onWalk((walk) => {
  if (walk.pages.length < 2 || walk.end === 'cut') return undefined;
  return logs.findUnsteadyTotal(walk) ?? (logs.isComplete(walk) ? logs.findIncomplete(walk) : undefined);
});

check('logs/filters-survive-paging', async (t) => {
  const baseline = await t.baseline({ finite: true });
  const { log } = baseline;
  await logs.expectOfWalks(t, log, [{}, ...statuses], logs.statusKept);
  const queries = [...statuses, ...(await wideRanges(t))];
  // walk-complete decides whether plain walks are complete; this check, only the effect of the parameters.
  if (keepsTotal([await log.walk()]) === undefined) {
    const sorted = await sortedQueries(t, baseline);
    await t.readAtOnce(log, [...queries, ...sorted]);
    for (const query of queries) await logs.expectOfWalks(t, log, [query], keepsTotal);
    for (const query of sorted) await logs.expectOfWalks(t, log, [{}, query], logs.permutes);
  }
  const walks = await Promise.all(queries.map(async (query) => ({ query, walk: await log.walk(query) })));
  const paged = walks.filter(({ walk }) => walk.pages.length > 1);
  const short = paged.filter(({ walk }) => walk.end !== 'cut' && !logs.isLongWalk(walk));
  // Where the run is lean, prev-returns goes back under a status.
  const ranged = short.filter(({ query }) => 'from' in query);
  const followed = t.effort.pick({ quick: ranged.length > 0 ? ranged : short.slice(0, 1), standard: short });
  await forEachConcurrently(followed, 4, ({ query, walk }) => expectKeptByPrev(t, baseline, query, walk.pages.length));
  if (t.effort.isLean)
    for (const route of await fewRoutes(t, baseline)) if (route.steps.length > 0) await expectKeptOn(t, log, route);
  await expectKeptOrder(t, baseline);
  if (paged.length === 0)
    inconclusive('no filtered query has two pages', 'a webhook with several pages of each status (fixtures.webhooks)');
  if (!t.effort.isLean) await observeCarrying(t, baseline);
});

/** Either bound alone; if the run is lean, with a far one beside it, as other checks walk it. */
async function wideRanges(t: CheckContext): Promise<LogQuery[]> {
  const time = await t.logs.time();
  if (!time.understood || time.sense.cuts.length === 0) return [];
  const { cuts, lo, hi } = time.sense;
  const far = [logs.rangeQuery(time.sense, cuts[0], hi), logs.rangeQuery(time.sense, lo, cuts.at(-1))];
  const ranges = t.effort.isLean ? undefined : await unlessUndecided(() => logs.requireRanges(t));
  return ranges === undefined ? far : [ranges.shared.from, ranges.shared.to];
}

async function sortedQueries(t: CheckContext, { plainWalk }: Baseline): Promise<LogQuery[]> {
  if (logs.isLongWalk(plainWalk)) return [{ sortDirection: 'asc' }];
  const queries: LogQuery[] = t.effort.take(directions, { quick: 1 }).map((sortDirection) => ({ sortDirection }));
  const byStatus = (await t.logs.sorts()).includes('status');
  return byStatus ? [...queries, { sortBy: 'status', sortDirection: 'asc' }] : queries;
}

/** `prev` returns pages of the filtered walk, too; whether plain `prev` works at all is decided by prev-returns. */
async function expectKeptByPrev(t: CheckContext, { log }: Baseline, query: LogQuery, pages: number): Promise<void> {
  // Routes that prev-returns follows too.
  const steps = t.effort.pick({
    quick: logs.thereAndBack(pages),
    standard: logs.backFromEnd(pages),
  });
  await expectKeptOn(t, log, { query, steps });
}

async function expectKeptOn(t: CheckContext, log: WebhookLog, { query, steps, beyondFirst = false }: Route) {
  const result = await t.navigate(log, query, steps, { totals: true, beyondFirst });
  if (result.kind !== 'broken') return;
  const plain = await logs.checkNavigation(log, {}, steps, { totals: true });
  if (plain.kind === 'holds')
    fail(`with ${logs.describeQuery(query)}: ${result.problem.message}`, result.problem.proof);
}

/**
 * Later pages must keep the order of the first one. This is required only if the first page begins at one end of time, and a walk with
 * asc or with desc goes through all time buckets in one direction, which shows that the order follows time. Which end comes first depends on the
 * field, which is not given, and need not be that of the search without a direction.
 */
async function expectKeptOrder(t: CheckContext, baseline: Baseline): Promise<void> {
  const { log } = baseline;
  const buckets = await t.logs.timeBuckets(baseline);
  if (buckets === undefined) return;
  const judged = t.effort.take(directions, { quick: 1 });
  const walks = await Promise.all(judged.map((sortDirection) => log.walk({ sortDirection })));
  if (!walks.some((walk) => logs.followsTime(walk, buckets))) return;
  for (const sortDirection of judged) await t.expect(log, [{ sortDirection }], logs.keepsFirstOrder(buckets));
}

const hasItemsOf = (walk: Walk, known: Walk): boolean => logs.isComplete(walk) && bags.equal(walk.bag, known.bag);

/**
 * Which cursor style keeps the parameters is a gap: observed on the first filtered query of several pages. Only items of the other
 * status, or a rejection, show that a cursor alone loses them: an outage or a change of the log makes walks differ, too.
 */
async function observeCarrying(t: CheckContext, { log }: Baseline): Promise<void> {
  const [query, opposite] = statuses;
  const known = await log.walk(query);
  if (known.pages.length < 2) return;
  const other = await log.walk(opposite);
  const alone = t.effort.isExhaustive ? await log.read(query, 'alone') : await readHeadAlone(t, log, query);
  const carried = alone.end === 'cut' ? logs.beginsAs(alone, known) : hasItemsOf(alone, known);
  const isRejected = alone.end === 'refused' && alone.last !== undefined && !responses.isLimit(alone.last);
  const hasLost = isRejected || alone.items.some((item) => other.bag.has(item) && !known.bag.has(item));
  if (carried || hasLost)
    t.observations.record('cursorCarriesFilters', carried, alone.last ?? alone.pages[1]?.exchange);
}
