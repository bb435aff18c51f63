/** Filters: accepted, partitioning, surviving paging, holding together. */
import {
  accepted,
  type Bag,
  bagOf,
  between,
  checksOf,
  difference,
  type Exchange,
  type Found,
  fail,
  fc,
  inconclusive,
  judgeTrail,
  keyOf,
  type LogQuery,
  logStatuses,
  minus,
  type Oracle,
  parametersOf,
  partition,
  pass,
  type Survey,
  said,
  type Trial,
  within,
} from '../../src/kit.ts';
import { binsOf, ordered, orderOf } from './bins.ts';
import {
  ending,
  ends,
  firstAnswer,
  hold,
  rests,
  settle,
  settled,
  shown,
  thereAndBack,
  trailed,
  whole,
} from './reading.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

async function firstPage(trial: Trial, query: LogQuery): Promise<Exchange> {
  return trial.send({ operation: 'logs', webhook: trial.logs.all[0]!.id, query: parametersOf(query) });
}

check('logs/allowed-values', async (trial) => {
  const single: LogQuery[] = [
    { status: 'succeeded' },
    { status: 'failed' },
    { sortDirection: 'asc' },
    { sortDirection: 'desc' },
  ];
  const together = logStatuses.flatMap((status) =>
    (['asc', 'desc'] as const).map((sortDirection): LogQuery => ({ status, sortDirection })),
  );
  const first = (query: LogQuery) => firstAnswer(trial, query, () => firstPage(trial, query));
  const plain = await first({});
  trial.needAccepted(plain, 'the search without parameters');
  for (const query of [...single, ...trial.some(together, 2, 0)]) {
    const answer = await (single.includes(query) ? first(query) : firstPage(trial, query));
    if (accepted(answer)) continue;
    const again = await firstPage(trial, query);
    trial.needAccepted(await firstPage(trial, {}), 'the search without parameters');
    if (!accepted(again))
      throw fail(
        `${keyOf(query)} ${said(again)}, twice; both values are allowed and the search without them is accepted`,
        [plain, answer, again],
        {
          symptom: { kind: 'refused' },
        },
      );
  }
  return pass();
});

check('logs/optional-parameters', async (trial) => {
  const parts: LogQuery[] = [{ status: 'failed' }, { sortDirection: 'asc' }];
  const [sortBy] = await trial.logs.sorts();
  if (sortBy !== undefined) parts.push({ sortBy });
  const time = await trial.logs.time();
  if (time.understood) {
    const { cuts, lo, hi } = time.sense;
    parts.push(between(time.sense, cuts[0] ?? lo, cuts.at(-1) === cuts[0] ? hi : cuts.at(-1)));
  }
  // What is not accepted by itself says nothing about leaving others out: see allowed-values and the range rows.
  const first = (query: LogQuery) => firstAnswer(trial, query, () => firstPage(trial, query));
  const alone = await Promise.all(
    parts.map((part) =>
      part.status === undefined && part.sortDirection === undefined ? firstPage(trial, part) : first(part),
    ),
  );
  const usable = parts.filter((_, index) => accepted(alone[index]!));
  const plain = await first({});
  if (!accepted(plain)) {
    const [needed] = usable;
    const again = await firstPage(trial, {});
    if (needed !== undefined && !accepted(again))
      throw fail(
        `the search without parameters ${said(again)}, twice; with ${keyOf(needed)} it is accepted`,
        [plain, again],
        {
          symptom: { kind: 'refused' },
        },
      );
    trial.needAccepted(again, 'the search without parameters');
  }
  await partners(trial, usable);
  const subsets = Array.from({ length: 2 ** usable.length - 1 }, (_, index) => 2 ** usable.length - 1 - index);
  for (const subset of trial.some(subsets, 1)) {
    const query: LogQuery = Object.assign({}, ...usable.filter((_, index) => (subset >> index) & 1));
    await acceptedTwice(trial, query, 'though each part is accepted alone');
  }
  if (time.understood && time.sense.strength === 'cuts') await loneBounds(trial);
  return pass();
});

async function acceptedTwice(trial: Trial, query: LogQuery, why: string): Promise<void> {
  const answer = await firstPage(trial, query);
  if (accepted(answer)) return;
  const again = await firstPage(trial, query);
  trial.needAccepted(await firstPage(trial, {}), 'the search without parameters');
  if (!accepted(again))
    throw fail(`${keyOf(query)} ${said(again)}, twice, ${why}`, [answer, again], { symptom: { kind: 'refused' } });
}

/** A direction may stand without a sort, and a sort without a direction. */
async function partners(trial: Trial, known: readonly LogQuery[]): Promise<void> {
  const names = trial.quick
    ? await trial.logs.sorts()
    : [...(trial.settings.declares.sortBy ?? []), 'createdAt', 'timestamp', 'status'].slice(0, 3);
  const first = (query: LogQuery) => firstAnswer(trial, query, () => firstPage(trial, query));
  for (const sortBy of names)
    for (const sortDirection of trial.quick ? (['asc'] as const) : (['asc', 'desc'] as const)) {
      const both: LogQuery = { sortBy, sortDirection };
      if (!accepted(await first(both))) continue;
      for (const lone of [{ sortBy }, { sortDirection }] satisfies LogQuery[]) {
        // At depth quick the caller has seen this sort alone.
        if (trial.quick && 'sortBy' in lone && known.some((part) => part.sortBy === sortBy)) continue;
        if (accepted(await ('sortDirection' in lone ? first(lone) : firstPage(trial, lone)))) continue;
        const again = await firstPage(trial, lone);
        const twin = await firstPage(trial, both);
        if (!accepted(again) && accepted(twin))
          throw fail(`${keyOf(lone)} ${said(again)}, twice, though ${keyOf(both)} is accepted`, [twin, again], {
            symptom: { kind: 'refused' },
          });
      }
    }
}

/**
 * `from` may stand without `to`, and `to` without `from`. A server may refuse a long span, so a lone bound counts only
 * where it is refused at every moment of the log, while each such moment is accepted with its partner.
 */
async function loneBounds(trial: Trial): Promise<void> {
  const time = await trial.logs.time();
  if (!time.understood) return;
  const { cuts, lo, hi } = time.sense;
  const now = trial.logs.now;
  for (const side of ['from', 'to'] as const) {
    // One that is accepted is enough.
    const at = side === 'from' ? cuts[0] : cuts.at(-1);
    if (trial.quick && at !== undefined) {
      const query = side === 'from' ? between(time.sense, at, undefined) : between(time.sense, undefined, at);
      if (accepted(await firstAnswer(trial, query, () => firstPage(trial, query)))) continue;
    }
    const moments = [...cuts, now - 3_600_000, ...(side === 'from' ? [now - 60_000] : [lo])];
    const lone = await Promise.all(
      moments.map((at) =>
        firstPage(trial, side === 'from' ? between(time.sense, at, undefined) : between(time.sense, undefined, at)),
      ),
    );
    if (lone.some(accepted)) continue;
    const both = await Promise.all(
      cuts.map((at) => firstPage(trial, side === 'from' ? between(time.sense, at, hi) : between(time.sense, lo, at))),
    );
    if (both.length > 0 && both.every(accepted))
      throw fail(
        `${side} without its partner ${said(lone[0]!)} at every one of ${moments.length} moments, with it each is accepted`,
        [both[0]!, lone[0]!],
        {
          symptom: { kind: 'refused' },
        },
      );
  }
}

/** W(succeeded) + W(failed) = W(all), in items and in totals. A refused part (a 4xx about span or distance) shows nothing. */
export const statusesPartition: Oracle = ([all, succeeded, failed]) => {
  if (![all, succeeded, failed].every((walk) => walk !== undefined && walk.pages.length > 0)) return undefined;
  const proof = [
    ...ends(succeeded!, 'status=succeeded'),
    ...ends(failed!, 'status=failed'),
    ...ends(all!, 'without status'),
  ];
  if (succeeded!.total + failed!.total !== all!.total)
    return {
      message: `totalItems: ${succeeded!.total} succeeded + ${failed!.total} failed is not the ${all!.total} of the same query without status (${keyOf(all!.query)})`,
      proof,
    };
  if (![all!, succeeded!, failed!].every(whole)) return undefined;
  const broken = partition(
    [
      ['W(succeeded)', succeeded!.bag],
      ['W(failed)', failed!.bag],
    ],
    `W(${keyOf(all!.query)})`,
    all!.bag,
  );
  return broken === undefined ? undefined : { ...broken, proof };
};

check('logs/status-partition', async (trial) => {
  const survey = await settled(trial);
  let exchanges = 0;
  let shows = false;
  for (const log of [survey.log, ...survey.others]) {
    if (log !== survey.log && !(await shown(trial, log))) continue;
    const judged = await log.judge([{}, { status: 'succeeded' }, { status: 'failed' }], statusesPartition);
    if (judged.kind === 'live' && log !== survey.log) continue;
    exchanges += settle(judged);
    if (judged.kind === 'holds') {
      const [all, ...byStatus] = judged.walks;
      if (judged.walks.some((walk) => walk.pages.length === 0)) continue;
      if (byStatus.every((walk) => walk.items.length > 0) && whole(all!)) shows = true;
    }
  }
  if (!shows)
    throw inconclusive(
      'vacuous: no configured webhook has logs of both statuses',
      'a webhook with succeeded and failed logs',
    );
  return rests(exchanges, survey.pinned);
});

/** Items that came once in each of the walks that teach: by these, and by no others, an item is recognised. */
function single(bag: Bag): Set<string> {
  return new Set([...bag].filter(([, count]) => count === 1).map(([item]) => item));
}

/** Page one obeys the status, and later pages hold items that the other status' first page has. */
const statusLost: Oracle = ([all, ...byStatus]) => {
  if (all === undefined || !whole(all) || byStatus.some((walk) => walk.pages.length === 0)) return undefined;
  const unique = single(all.bag);
  for (const [index, walk] of byStatus.entries()) {
    const other = byStatus[1 - index]!;
    const strangers = new Set((other.pages[0]?.page.data ?? []).filter((item) => unique.has(item)));
    for (const read of walk.pages.slice(1)) {
      const stray = read.page.data.find((item) => strangers.has(item));
      const proof = [...ends(walk, keyOf(walk.query)), ...ends(other, keyOf(other.query)).slice(0, 1)];
      if (stray !== undefined && !walk.pages[0]!.page.data.includes(stray))
        return {
          message: `with ${keyOf(walk.query)}, page ${read.place} holds ${stray.slice(0, 80)}, which page 1 with ${keyOf(other.query)} has too`,
          proof,
        };
      if (read.page.totalItems !== walk.total && read.page.totalItems === all.total)
        return {
          message: `with ${keyOf(walk.query)}, totalItems says ${walk.total} on page 1 and ${all.total}, as without status, on page ${read.place}`,
          proof,
        };
    }
    const later = bagOf(walk.pages.slice(1).flatMap((read) => read.page.data));
    const rest = minus(all.bag, bagOf(walk.pages[0]!.page.data));
    if (walk.pages.length > 1 && !within(later, rest)) {
      const differs = difference('the pages after the first', later, 'the rest of the log', rest);
      return {
        message: `with ${keyOf(walk.query)}, the pages reached by next hold ${differs.surplusCount} items that the rest of the log does not have (such as ${differs.surplus[0]})`,
        proof: ends(walk, keyOf(walk.query)),
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
      message: `with ${keyOf(walk.query)}, totalItems says ${walk.total} on page 1 and ${odd.page.totalItems} on page ${odd.place}`,
      proof: ends(walk, keyOf(walk.query)),
    };
  if (walk.end === 'end' && walk.items.length !== walk.total)
    return {
      message: `with ${keyOf(walk.query)}, paging yields ${walk.items.length} items where page 1 says ${walk.total}`,
      proof: ends(walk, keyOf(walk.query)),
    };
  return undefined;
};

check('logs/filters-survive-paging', async (trial) => {
  const survey = await ending(trial);
  const { log } = survey;
  let exchanges = 0;
  let paged = 0;
  const statuses = await Promise.all([log.walk({ status: 'succeeded' }), log.walk({ status: 'failed' })]);
  exchanges += await hold(survey, [{}, { status: 'succeeded' }, { status: 'failed' }], statusLost);
  for (const walk of statuses) if (walk.pages.length > 1) paged += 1;
  // Whether plain walks hold together at all is walk-complete's: here only what the parameters add.
  if (walkMatchesTotal([await log.walk()]) === undefined) {
    const queries: LogQuery[] = [{ status: 'succeeded' }, { status: 'failed' }];
    const time = await trial.logs.time();
    if (time.understood && time.sense.cuts.length > 0)
      queries.push(...wideRanges(time.sense.cuts).map(([from, to]) => between(time.sense, from, to)));
    for (const query of queries) {
      exchanges += await hold(survey, [query], walkMatchesTotal);
      if ((await log.walk(query)).pages.length > 1) paged += 1;
    }
    for (const query of await sortedQueries(trial))
      exchanges += await hold(survey, [{}, query], sameItems(`paging with ${keyOf(query)}`));
  }
  // And back: the page that prev yields is one of the filtered walk.
  const back = paged > 0 ? await filtered(trial) : [];
  // At depth quick one status, the way that prev-returns goes.
  const first = trial.quick ? back.find((query) => query.status !== undefined) : undefined;
  if (first !== undefined) exchanges += await andBack(trial, survey, back);
  else
    for (const query of back) {
      const pages = (await log.walk(query)).pages.length;
      if (pages < 2 || pages > 60) continue;
      const steps = [
        ...Array.from({ length: Math.min(pages, 4) - 1 }, () => 'next' as const),
        'prev' as const,
        'prev' as const,
      ];
      const judged = await judgeTrail(trial.client, log, query, steps, { totals: true });
      const problem = judged.kind === 'broken' ? judged.trail.problem : undefined;
      // Whether plain prev works at all is prev-returns': here only what the parameters add.
      if (problem !== undefined && (await judgeTrail(trial.client, log, {}, steps, { totals: true })).kind === 'holds')
        throw fail(`with ${keyOf(query)}: ${problem.message}`, problem.proof);
      exchanges += judged.kind === 'live' ? 0 : judged.trail.pages.length;
    }
  exchanges += await orderKept(trial, survey);
  if (paged === 0)
    throw inconclusive('vacuous: no filtered query has two pages', 'a webhook with several pages of each status');
  if (!trial.quick) await carries(trial, survey);
  return rests(exchanges, survey.pinned);
});

/**
 * The sort of page one goes on: asked only where the order is known to follow time, since one of asc, desc and none goes
 * through all bins of time in one direction.
 */
async function orderKept(trial: Trial, survey: Survey): Promise<number> {
  const bins = await binsOf(trial, survey.log, survey.base.bag);
  const directions = ['asc', 'desc'] as const;
  if (bins === undefined) return 0;
  const walks = await Promise.all(directions.map((sortDirection) => survey.log.walk({ sortDirection })));
  const orders = [...walks, survey.base].filter(whole).map((walk) => orderOf(walk.items, bins));
  const follows = orders.some(
    ({ order, bins: count }) => (order === 'ascending' || order === 'descending') && count >= Math.min(4, bins.count),
  );
  if (!follows) return 0;
  let exchanges = 0;
  for (const direction of directions)
    exchanges += await hold(
      survey,
      [{ sortDirection: direction }],
      ordered(bins, direction === 'asc' ? 'ascending' : 'descending', direction),
    );
  return exchanges;
}

/** Back under the first status that has two pages, by the trail that other rows follow too. */
async function andBack(trial: Trial, { log }: Survey, queries: readonly LogQuery[]): Promise<number> {
  for (const query of queries) {
    const { pages, total, end } = await log.walk(query);
    if (query.status === undefined || end !== 'end' || pages.length < 2) continue;
    const steps = thereAndBack(2);
    const seen = await trailed(trial, log, query, steps);
    if (seen.kind === 'live') return 0;
    const odd = seen.trail.pages.some(({ page }) => page.totalItems !== total);
    if (seen.kind === 'holds' && !odd) return seen.trail.pages.length;
    const judged = await judgeTrail(trial.client, log, query, steps, { totals: true });
    const problem = judged.kind === 'broken' ? judged.trail.problem : undefined;
    if (problem !== undefined && (await judgeTrail(trial.client, log, {}, steps, { totals: true })).kind === 'holds')
      throw fail(`with ${keyOf(query)}: ${problem.message}`, problem.proof);
    return seen.trail.pages.length;
  }
  return 0;
}

/** A status, and a range on either side, that are paged. */
async function filtered(trial: Trial): Promise<LogQuery[]> {
  const queries: LogQuery[] = [{ status: 'succeeded' }, { status: 'failed' }];
  const time = await trial.logs.time();
  if (time.understood && time.sense.cuts.length > 0)
    queries.push(...wideRanges(time.sense.cuts).map(([from, to]) => between(time.sense, from, to)));
  return queries;
}

function wideRanges(cuts: readonly number[]): [number | undefined, number | undefined][] {
  return [
    [cuts[0], undefined],
    [undefined, cuts.at(-1)],
  ];
}

async function sortedQueries(trial: Trial): Promise<LogQuery[]> {
  const { base } = await settled(trial);
  if (base.pages.length > 60) return [{ sortDirection: 'asc' }];
  const [sortBy] = trial.quick ? [] : (await trial.logs.sorts()).filter((name) => name === 'status');
  return [
    { sortDirection: 'asc' },
    { sortDirection: 'desc' },
    ...(sortBy === undefined ? [] : [{ sortBy, sortDirection: 'asc' as const }]),
  ];
}

function sameItems(what: string): Oracle {
  return ([plain, walk]): Found | undefined => {
    if (plain === undefined || walk === undefined || walk.pages.length === 0 || !whole(plain) || walk.end === 'cut')
      return undefined;
    const differs = partition([[what, walk.bag]], 'the log', plain.bag);
    return differs === undefined ? undefined : { ...differs, proof: ends(walk, what) };
  };
}

/** Which form keeps the parameters is a gap: observed on the first filtered query of several pages. */
async function carries(trial: Trial, { log }: Survey): Promise<void> {
  const query: LogQuery = { status: 'succeeded' };
  const known = await log.walk(query);
  if (known.pages.length < 2) return;
  const alone = await log.read(query, 'alone');
  const carried = alone.end === 'end' && within(alone.bag, known.bag) && within(known.bag, alone.bag);
  trial.observations.see('cursorCarriesFilters', carried, alone.pages[1]?.exchange ?? alone.last);
}

check('logs/combined-filters', async (trial) => {
  const survey = await ending(trial);
  const { log } = survey;
  const time = await trial.logs.time();
  const sorts = await trial.logs.sorts();
  const pages = survey.base.pages.length;
  const cuts = time.understood ? time.sense.cuts : [];
  const ranges: LogQuery[] = [{}];
  if (time.understood && cuts.length > 0) {
    const { sense } = time;
    for (const [index, cut] of cuts.entries()) {
      ranges.push(between(sense, cut, undefined), between(sense, undefined, cut));
      const next = cuts[index + 1];
      if (next !== undefined) ranges.push(between(sense, cut, next));
    }
  }
  const plain: LogQuery = { status: 'succeeded' };
  const both = await Promise.all([log.walk(plain), log.walk({ status: 'failed' })]);
  if (both.some((walk) => walk.items.length === 0))
    throw inconclusive('vacuous: the richest log has one status only', 'a webhook with succeeded and failed logs');
  const arbitrary = fc.record({
    range: fc.constantFrom(...ranges),
    sortDirection: fc.constantFrom(undefined, 'asc' as const, 'desc' as const),
    sortBy: fc.constantFrom(undefined, ...sorts.slice(0, 3)),
  });
  let spent = 0;
  const most = Math.max(260, 4 * pages);
  const samples = await trial.property({
    arbitrary,
    runs: pages > 30 ? 6 : 10,
    examples: trial.quick ? examples(ranges, sorts).reverse().slice(0, 1) : examples(ranges, sorts),
    atQuick: 1,
    kind: ({ range, sortBy, sortDirection }) =>
      keyOf({
        ...(range.from === undefined ? {} : { from: '…' }),
        ...(range.to === undefined ? {} : { to: '…' }),
        ...(sortBy === undefined ? {} : { sortBy: '…' }),
        ...(sortDirection === undefined ? {} : { sortDirection }),
      }),
    judge: async ({ range, sortBy, sortDirection }) => {
      if (spent > most && trial.settings.run.depth !== 'deep') return undefined;
      const query: LogQuery = {
        ...range,
        ...(sortBy === undefined ? {} : { sortBy }),
        ...(sortDirection === undefined ? {} : { sortDirection }),
      };
      const judged = await log.judge(
        [query, { ...query, status: 'succeeded' }, { ...query, status: 'failed' }],
        statusesPartition,
      );
      spent += judged.exchanges;
      if (judged.kind === 'broken') return { message: judged.found.message, proof: judged.found.proof };
      return undefined;
    },
    show: ({ range, sortBy, sortDirection }) => ({ ...range, sortBy, sortDirection }),
  });
  return pass({ samples, restsOn: spent, ...(survey.pinned === undefined ? {} : { message: survey.pinned }) });
});

interface Example {
  readonly range: LogQuery;
  readonly sortDirection: 'asc' | 'desc' | undefined;
  readonly sortBy: string | undefined;
}

/** Status beside every other parameter and every sort alone; then beside two at once. */
function examples(ranges: readonly LogQuery[], sorts: readonly string[]): Example[] {
  const [sortBy] = sorts;
  const plain = { range: {}, sortDirection: undefined, sortBy: undefined };
  const from = ranges.find((range) => range.from !== undefined && range.to === undefined);
  const to = ranges.findLast((range) => range.to !== undefined && range.from === undefined);
  const both = ranges.find((range) => range.to !== undefined && range.from !== undefined);
  return [
    { ...plain, sortDirection: 'asc' },
    { ...plain, sortDirection: 'desc' },
    ...sorts.slice(0, 3).map((name): Example => ({ ...plain, sortDirection: 'asc', sortBy: name })),
    ...(from === undefined ? [] : [{ ...plain, range: from }]),
    ...(to === undefined ? [] : [{ ...plain, range: to }]),
    ...(from === undefined ? [] : [{ ...plain, range: from, sortDirection: 'asc' as const }]),
    ...(to === undefined ? [] : [{ range: to, sortDirection: 'desc' as const, sortBy }]),
    ...(both === undefined ? [] : [{ range: both, sortDirection: 'asc' as const, sortBy }]),
  ];
}
