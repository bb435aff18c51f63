/** Filters: they part the log, and survive paging. */
import {
  type Bag,
  type Baseline,
  bagOf,
  type CheckContext,
  checkNavigation,
  checksOf,
  describeQuery,
  difference,
  fail,
  inconclusive,
  isLongWalk,
  type LogFinding,
  type LogQuery,
  longWalkPages,
  minus,
  type Oracle,
  partition,
  rangeQuery,
  within,
} from '../../src/suite.ts';
import {
  assertRelation,
  isComplete,
  isJudged,
  passOnSharedReads,
  proofOfWalk,
  requireFiniteLog,
  requireHolds,
  requireStableLog,
  sharedNavigation,
  thereAndBack,
} from '../lib/log-checks.ts';
import { requirements } from './requirements.ts';
import { binsOf, ordered, orderOf } from './time-buckets.ts';

const check = checksOf(requirements);

import { statusesPartition } from './statuses.ts';

check('logs/status-partition', async (t) => {
  const baseline = await requireStableLog(t);
  let exchanges = 0;
  let shows = false;
  for (const log of [baseline.log, ...baseline.others]) {
    if (log !== baseline.log && !(await isJudged(t, log))) continue;
    const judged = await log.checkRelation([{}, { status: 'succeeded' }, { status: 'failed' }], statusesPartition);
    if (judged.kind === 'live' && log !== baseline.log) continue;
    exchanges += requireHolds(judged);
    if (judged.kind === 'holds') {
      const [all, ...byStatus] = judged.walks;
      if (judged.walks.some((walk) => walk.pages.length === 0)) continue;
      if (byStatus.every((walk) => walk.items.length > 0) && isComplete(all!)) shows = true;
    }
  }
  if (!shows)
    inconclusive('no configured webhook has logs of both statuses', 'a webhook with succeeded and failed logs');
  return passOnSharedReads(exchanges, baseline.window);
});

/** Items that came once in each of the walks that teach: by these, and by no others, an item is recognised. */
function single(bag: Bag): Set<string> {
  return new Set([...bag].filter(([, count]) => count === 1).map(([item]) => item));
}

/** Page one obeys the status, and later pages hold items that the other status' first page has. */
const statusLost: Oracle = ([all, ...byStatus]) => {
  if (all === undefined || !isComplete(all) || byStatus.some((walk) => walk.pages.length === 0)) return undefined;
  const unique = single(all.bag);
  for (const [index, walk] of byStatus.entries()) {
    const other = byStatus[1 - index]!;
    const strangers = new Set((other.pages[0]?.page.data ?? []).filter((item) => unique.has(item)));
    for (const read of walk.pages.slice(1)) {
      const stray = read.page.data.find((item) => strangers.has(item));
      const proof = [
        ...proofOfWalk(walk, describeQuery(walk.query)),
        ...proofOfWalk(other, describeQuery(other.query)).slice(0, 1),
      ];
      if (stray !== undefined && !walk.pages[0]!.page.data.includes(stray))
        return {
          message: `with ${describeQuery(walk.query)}, page ${read.place} holds ${stray.slice(0, 80)}, which page 1 with ${describeQuery(other.query)} has too`,
          proof,
        };
      if (read.page.totalItems !== walk.total && read.page.totalItems === all.total)
        return {
          message: `with ${describeQuery(walk.query)}, totalItems says ${walk.total} on page 1 and ${all.total}, as without status, on page ${read.place}`,
          proof,
        };
    }
    const later = bagOf(walk.pages.slice(1).flatMap((read) => read.page.data));
    const rest = minus(all.bag, bagOf(walk.pages[0]!.page.data));
    if (walk.pages.length > 1 && !within(later, rest)) {
      const differs = difference('the pages after the first', later, 'the rest of the log', rest);
      return {
        message: `with ${describeQuery(walk.query)}, the pages reached by next hold ${differs.surplusCount} items that the rest of the log does not have (such as ${differs.surplus[0]})`,
        proof: proofOfWalk(walk, describeQuery(walk.query)),
        illustrations: [{ ...differs, missing: [], missingCount: 0 }],
      };
    }
  }
  return undefined;
};

/** The items of a ranged, sorted or directed walk are those that another way to the same range finds. */
const walkMatchesTotal: Oracle = ([walk]) => {
  if (walk === undefined || walk.pages.length < 2 || walk.end === 'cut') return undefined;
  const odd = walk.pages.find((read) => read.page.totalItems !== walk.total);
  if (odd !== undefined)
    return {
      message: `with ${describeQuery(walk.query)}, totalItems says ${walk.total} on page 1 and ${odd.page.totalItems} on page ${odd.place}`,
      proof: proofOfWalk(walk, describeQuery(walk.query)),
    };
  if (walk.end === 'end' && walk.items.length !== walk.total)
    return {
      message: `with ${describeQuery(walk.query)}, paging yields ${walk.items.length} items where page 1 says ${walk.total}`,
      proof: proofOfWalk(walk, describeQuery(walk.query)),
    };
  return undefined;
};

check('logs/filters-survive-paging', async (t) => {
  const baseline = await requireFiniteLog(t);
  const { log } = baseline;
  let exchanges = 0;
  let paged = 0;
  const statuses = await Promise.all([log.walk({ status: 'succeeded' }), log.walk({ status: 'failed' })]);
  exchanges += await assertRelation(baseline, [{}, { status: 'succeeded' }, { status: 'failed' }], statusLost);
  for (const walk of statuses) if (walk.pages.length > 1) paged += 1;
  // Whether plain walks hold together at all is walk-complete's: here only what the parameters add.
  if (walkMatchesTotal([await log.walk()]) === undefined) {
    const queries: LogQuery[] = [{ status: 'succeeded' }, { status: 'failed' }];
    const time = await t.logs.time();
    if (time.understood && time.sense.cuts.length > 0)
      queries.push(...wideRanges(time.sense.cuts).map(([from, to]) => rangeQuery(time.sense, from, to)));
    for (const query of queries) {
      exchanges += await assertRelation(baseline, [query], walkMatchesTotal);
      if ((await log.walk(query)).pages.length > 1) paged += 1;
    }
    for (const query of await sortedQueries(t))
      exchanges += await assertRelation(baseline, [{}, query], sameItems(`paging with ${describeQuery(query)}`));
  }
  // And back: the page that prev yields is one of the filtered walk.
  const back = paged > 0 ? await filtered(t) : [];
  // At depth quick one status, the way that prev-returns goes.
  const first = t.effort.isLean ? back.find((query) => query.status !== undefined) : undefined;
  if (first !== undefined) exchanges += await andBack(t, baseline, back);
  else
    for (const query of back) {
      const pages = (await log.walk(query)).pages.length;
      if (pages < 2 || pages > longWalkPages) continue;
      const steps = [
        ...Array.from({ length: Math.min(pages, 4) - 1 }, () => 'next' as const),
        'prev' as const,
        'prev' as const,
      ];
      const judged = await checkNavigation(log, query, steps, { totals: true });
      const problem = judged.kind === 'broken' ? judged.navigation.problem : undefined;
      // Whether plain prev works at all is prev-returns': here only what the parameters add.
      if (problem !== undefined && (await checkNavigation(log, {}, steps, { totals: true })).kind === 'holds')
        fail(`with ${describeQuery(query)}: ${problem.message}`, problem.proof);
      exchanges += judged.kind === 'live' ? 0 : judged.navigation.pages.length;
    }
  exchanges += await orderKept(t, baseline);
  if (paged === 0) inconclusive('no filtered query has two pages', 'a webhook with several pages of each status');
  if (!t.effort.isLean) await carries(t, baseline);
  return passOnSharedReads(exchanges, baseline.window);
});

/**
 * The sort of page one goes on: asked only where the order is known to follow time, since one of asc, desc and none goes
 * through all bins of time in one direction.
 */
async function orderKept(t: CheckContext, baseline: Baseline): Promise<number> {
  const bins = await binsOf(t, baseline.log, baseline.plainWalk.bag);
  const directions = ['asc', 'desc'] as const;
  if (bins === undefined) return 0;
  const walks = await Promise.all(directions.map((sortDirection) => baseline.log.walk({ sortDirection })));
  const orders = [...walks, baseline.plainWalk].filter(isComplete).map((walk) => orderOf(walk.items, bins));
  const follows = orders.some(
    ({ order, bins: count }) => (order === 'ascending' || order === 'descending') && count >= Math.min(4, bins.count),
  );
  if (!follows) return 0;
  let exchanges = 0;
  for (const direction of directions)
    exchanges += await assertRelation(
      baseline,
      [{ sortDirection: direction }],
      ordered(bins, direction === 'asc' ? 'ascending' : 'descending', direction),
    );
  return exchanges;
}

/** Back under the first status that has two pages, by the trail that other rows follow too. */
async function andBack(t: CheckContext, { log }: Baseline, queries: readonly LogQuery[]): Promise<number> {
  for (const query of queries) {
    const { pages, total, end } = await log.walk(query);
    if (query.status === undefined || end !== 'end' || pages.length < 2) continue;
    const steps = thereAndBack(2);
    const seen = await sharedNavigation(t, log, query, steps);
    if (seen.kind === 'live') return 0;
    const odd = seen.navigation.pages.some(({ page }) => page.totalItems !== total);
    if (seen.kind === 'holds' && !odd) return seen.navigation.pages.length;
    const judged = await checkNavigation(log, query, steps, { totals: true });
    const problem = judged.kind === 'broken' ? judged.navigation.problem : undefined;
    if (problem !== undefined && (await checkNavigation(log, {}, steps, { totals: true })).kind === 'holds')
      fail(`with ${describeQuery(query)}: ${problem.message}`, problem.proof);
    return seen.navigation.pages.length;
  }
  return 0;
}

/** A status, and a range on either side, that are paged. */
async function filtered(t: CheckContext): Promise<LogQuery[]> {
  const queries: LogQuery[] = [{ status: 'succeeded' }, { status: 'failed' }];
  const time = await t.logs.time();
  if (time.understood && time.sense.cuts.length > 0)
    queries.push(...wideRanges(time.sense.cuts).map(([from, to]) => rangeQuery(time.sense, from, to)));
  return queries;
}

function wideRanges(cuts: readonly number[]): [number | undefined, number | undefined][] {
  return [
    [cuts[0], undefined],
    [undefined, cuts.at(-1)],
  ];
}

async function sortedQueries(t: CheckContext): Promise<LogQuery[]> {
  const { plainWalk } = await requireStableLog(t);
  if (isLongWalk(plainWalk)) return [{ sortDirection: 'asc' }];
  const [sortBy] = t.effort.isLean ? [] : (await t.logs.sorts()).filter((name) => name === 'status');
  return [
    { sortDirection: 'asc' },
    { sortDirection: 'desc' },
    ...(sortBy === undefined ? [] : [{ sortBy, sortDirection: 'asc' as const }]),
  ];
}

function sameItems(what: string): Oracle {
  return ([plain, walk]): LogFinding | undefined => {
    if (
      plain === undefined ||
      walk === undefined ||
      walk.pages.length === 0 ||
      !isComplete(plain) ||
      walk.end === 'cut'
    )
      return undefined;
    const differs = partition([[what, walk.bag]], 'the log', plain.bag);
    return differs === undefined ? undefined : { ...differs, proof: proofOfWalk(walk, what) };
  };
}

/** Which form keeps the parameters is a gap: observed on the first filtered query of several pages. */
async function carries(t: CheckContext, { log }: Baseline): Promise<void> {
  const query: LogQuery = { status: 'succeeded' };
  const known = await log.walk(query);
  if (known.pages.length < 2) return;
  const alone = await log.read(query, 'alone');
  const carried = alone.end === 'end' && within(alone.bag, known.bag) && within(known.bag, alone.bag);
  t.observations.record('cursorCarriesFilters', carried, alone.pages[1]?.exchange ?? alone.last);
}
