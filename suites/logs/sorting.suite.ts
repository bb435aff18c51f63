/** Sorting: the same items in another order, the direction used, time kept across page borders. */
import type { Baseline, CheckContext, LogQuery, WebhookLog } from '../../src/suite.ts';
import { api, checksOf, fail, inconclusive, logs, responses } from '../../src/suite.ts';
import { expectTurnedElsewhere, isInstant } from './direction-elsewhere.ts';
import { requirements } from './requirements.ts';
import { declaredStatusSort, statusTurned } from './status-order.ts';
import { directions, oneForEachOrder, requireTimeSorts, sortedBy } from './time-sorts.ts';
import { expectTrueOrder } from './true-order.ts';
import { expectSteadySort } from './unsteady-sort.ts';

const check = checksOf(requirements);

/** Each order that can be asked for, in both directions; `status` first, since its many ties cross page borders. */
async function sortedQueries(t: CheckContext): Promise<LogQuery[]> {
  const { all, effective } = await t.logs.distinctSorts();
  const names = [...all.filter((name) => name === 'status'), ...all.filter((name) => name !== 'status')];
  const byName = names.flatMap((sortBy, index) => [
    sortedBy(sortBy, 'asc'),
    ...(effective.includes(sortBy) ? [sortedBy(sortBy, 'desc')] : []),
    ...(index === 0 ? [{ sortBy }] : []),
  ]);
  return [...t.effort.take(directions, { quick: 1 }).map((sortDirection) => ({ sortDirection })), ...byName];
}

/** Sorts that are tried by the pages of a walk: each is as many requests. */
function affordableSorts(pages: number): number {
  if (pages > logs.longWalkPages) return 3;
  return pages > 25 ? 5 : 14;
}

check('logs/sort-permutes', async (t) => {
  const { log, plainWalk } = await t.baseline({ finite: true, minPages: 2 });
  if (plainWalk.bag.size < 2) inconclusive('the items cannot be told apart', 'a log with items that differ');
  const standard = affordableSorts(plainWalk.pages.length);
  const byStatus = declaredStatusSort(t);
  // With few requests, the order by status that logs/sort-truth walks, too: its many ties cross page borders.
  const tied = byStatus === undefined ? [] : [sortedBy(byStatus, 'asc')];
  const some = t.effort.take(await sortedQueries(t), { quick: 2, standard });
  const queries = t.effort.isLean ? [...some, ...tied] : some;
  const isAsKnown = await Promise.all(queries.map((query) => beginsAsDirected(t, log, query)));
  const judged = queries.filter((_, index) => !isAsKnown[index]);
  await t.readAtOnce(log, judged);
  for (const query of judged) await t.expect(log, [{}, query], logs.permutes, () => expectSteadySort(t, log, query));
});

/** Pages of a sort without a direction that are compared with those of the same sort with one. */
const comparedPages = 2;

/** Whether a sort without a direction begins as with one of them, so that it need not be walked as well. */
async function beginsAsDirected(t: CheckContext, log: WebhookLog, query: LogQuery): Promise<boolean> {
  if (t.effort.isLean || t.effort.isExhaustive) return false;
  if (query.sortBy === undefined || query.sortDirection !== undefined) return false;
  const head = await log.readHead(query, comparedPages);
  const walks = await Promise.all(directions.map((direction) => log.walk(sortedBy(query.sortBy, direction))));
  return walks.some((walk) => logs.isComplete(walk) && logs.beginsAs(head, walk));
}

check('logs/sort-direction', async (t) => {
  const baseline = await t.baseline({ finite: true });
  const { log, plainWalk } = baseline;
  const sorts = await t.logs.sorts();
  const differ = await differInTime(t, baseline);
  // With few requests, one sort that goes both ways is enough: a field that others walk in both directions comes first.
  const apart = await oneForEachOrder(t, sorts);
  const all = t.effort.pick({ quick: [...sorts, undefined], standard: [undefined, ...apart] });
  const keys = all.slice(0, logs.isLongWalk(plainWalk) ? 2 : 5);
  const enough = t.effort.pick({ quick: 1, standard: keys.length });
  const alike: logs.ProofStep[] = [];
  const turned: string[] = [];
  let reversed = 0;
  let isOrdering = t.logs.declaredTime !== undefined && keys.includes(t.logs.declaredTime);
  for (const sortBy of keys) {
    if (reversed >= enough) break;
    const queries = directions.map((direction) => sortedBy(sortBy, direction));
    const [asc, desc] = (await Promise.all(queries.map((query) => log.walk(query)))) as [logs.Walk, logs.Walk];
    if (!logs.isComplete(asc) || !logs.isComplete(desc)) continue;
    if (!logs.hasSameOrder(asc, desc)) {
      reversed += 1;
      if (sortBy !== undefined) turned.push(sortBy);
      continue;
    }
    // All of one order: a sort field that changes nothing may be one that the target ignores.
    if (sortBy !== undefined && areUnlikeIn(plainWalk.items, sortBy)) await t.expect(log, [...queries, {}], turnsField);
    if (sortBy !== undefined && !logs.hasSameOrder(asc, plainWalk))
      isOrdering ||= await differIn(baseline, sortBy, differ);
    if (differ && isOrderDeclared(t, sortBy)) await t.expect(log, queries, usesDirection);
    alike.push(...[asc, desc].flatMap((walk) => logs.proofOfWalk(walk).slice(0, 1)));
  }
  if (t.effort.isLean && differ && isOrderDeclared(t, undefined) && (await isLoneDirectionIgnored(t, baseline)))
    await t.expect(log, loneDirections, usesDirection);
  if (t.effort.take(sorts, { quick: 0 }).includes('status')) await expectStatusTurned(t, log);
  await expectTurnedElsewhere(t, baseline, t.effort.take(turned, { quick: 0 }));
  if (t.effort.isLean) await expectStatusTurnedAtFirst(t, log);
  if (reversed > 0) return;
  requireComparable(baseline, { differ, sorts, walked: alike.length > 0 });
  // A time name that is accepted while a made-up one is rejected is a sort field. It must order items that differ in it.
  const times = sorts.filter((name) => t.logs.namesTime(name));
  const areApart = await Promise.all(times.map((name) => differIn(baseline, name, differ)));
  if (!isOrdering && !(areApart.includes(true) && (await t.logs.rejectsUnknownSort())))
    inconclusive(
      'asc and desc give one order, and no sortBy that was tried changes it; a direction without a sort field is a gap',
      'declares.sortBy with the fields to sort by',
    );
  const [asc, desc] = await log.exclusively(
    async (alone) => [await alone.read({ sortDirection: 'asc' }), await alone.read({ sortDirection: 'desc' })] as const,
  );
  if (!logs.hasSameOrder(asc, desc)) return;
  const tried = keys.map((key) => key ?? 'none').join(', ');
  fail(
    `asc and desc returned the same order, with each sortBy that was tried (${tried}); expected two orders`,
    alike.slice(0, 4),
    { compared: { orders: [logs.encodeQuery({ sortDirection: 'asc' }), logs.encodeQuery({ sortDirection: 'desc' })] } },
  );
});

/**
 * Whether the items are known to differ in a field. If all have the same value, every item ties with every other, and both
 * directions may return the same order.
 * @param inTime whether ranges show that the items differ in time
 */
async function differIn({ log, plainWalk }: Baseline, sortBy: string, inTime: boolean): Promise<boolean> {
  if (isInstant(sortBy)) return inTime && !logs.areEqualIn(plainWalk.items, sortBy);
  if (sortBy !== 'status') return logs.memberValues(plainWalk.items, sortBy).size > 1;
  const walks = await Promise.all(api.logStatuses.map((status) => log.walk({ status })));
  return walks.every(({ items }) => items.length > 0);
}

/** Whether some items show values of a field that differ under any collation. */
function areUnlikeIn(items: readonly string[], sortBy: string): boolean {
  const [first, ...others] = items.map((item) => logs.valueAt(item, logs.pointerTo(sortBy)));
  return !isInstant(sortBy) && others.some((other) => logs.areUnlike(first, other));
}

/** A field that changes the order, and in which items differ, must have two directions. A target may ignore a field altogether. */
const turnsField: logs.Oracle = logs.onCompleteWalks((asc, desc, plain) => {
  if (!logs.hasSameOrder(asc, desc) || logs.hasSameOrder(asc, plain)) return undefined;
  const { sortBy } = asc.query;
  return {
    message: `asc and desc returned the same order with sortBy=${sortBy}, and another one without it, though the items differ in ${sortBy}; expected two orders`,
    compared: { orders: [logs.encodeQuery(asc.query), logs.encodeQuery(desc.query)] },
    proof: [...logs.proofOfWalk(asc, 'asc').slice(0, 1), ...logs.proofOfWalk(desc, 'desc').slice(0, 1)],
  };
});

/** A declared default order is one of two, so that the direction alone chooses between them. */
function isOrderDeclared(t: CheckContext, sortBy: string | undefined): boolean {
  if (sortBy === undefined) return t.settings.declares.defaultOrder !== undefined;
  return sortBy === t.logs.declaredTime;
}

async function expectStatusTurned(t: CheckContext, log: WebhookLog): Promise<void> {
  const sorted = directions.map((direction) => sortedBy('status', direction));
  await t.expect(log, [...sorted, ...api.logStatuses.map((status) => ({ status })), {}], statusTurned);
}

const loneDirections = directions.map((sortDirection): LogQuery => ({ sortDirection }));

/**
 * Whether a direction without a field seems to change nothing, on two logs: the ascending order of the judged one, and the first page
 * of the descending order of another one, which other checks read.
 */
async function isLoneDirectionIgnored(t: CheckContext, { log, plainWalk }: Baseline): Promise<boolean> {
  const other = await t.logs.all[0]!.walk();
  if (!logs.hasSameOrder(await log.walk({ sortDirection: 'asc' }), plainWalk)) return false;
  const { response } = await logs.firstPageOf(t, { sortDirection: 'desc' });
  const items = responses.parsePage(response)?.data ?? [];
  return items.length > 1 && items.every((item, at) => item === other.items[at]);
}

/** With few requests, the first page of the descending order by status, which other checks read ascending. */
async function expectStatusTurnedAtFirst(t: CheckContext, log: WebhookLog): Promise<void> {
  const sortBy = declaredStatusSort(t);
  if (sortBy !== 'status') return;
  const { exchange } = await t.logs.measure(sortedBy(sortBy, 'desc'));
  const [asc, ...byStatus] = await Promise.all(
    [sortedBy(sortBy, 'asc'), ...api.logStatuses.map((status) => ({ status }))].map((query) => log.walk(query)),
  );
  const [first, last] = [asc!.items[0] ?? '', responses.parsePage(exchange.response)?.data[0] ?? ''];
  if (byStatus.some(({ bag }) => bag.has(first) && bag.has(last))) await expectStatusTurned(t, log);
}

/** Whether the items are known to differ in time. A growing log seems to be cut, so two buckets must hold items. */
async function differInTime(t: CheckContext, baseline: Baseline): Promise<boolean> {
  const buckets = await t.logs.timeBuckets(baseline);
  const places = new Set(buckets?.places.values());
  return places.size > 1 || new Set(logs.knownTimes(t, baseline).values()).size > 1;
}

/** Inconclusive where one order for both directions proves nothing. */
function requireComparable(
  { plainWalk }: Baseline,
  { differ, sorts, walked }: { differ: boolean; sorts: readonly string[]; walked: boolean },
): void {
  if (plainWalk.bag.size < 2) inconclusive('the items cannot be told apart', 'a log with items that differ');
  if (!differ)
    inconclusive(
      'asc and desc give one order, and it is not known whether the items differ in time',
      'a time format that the target reads, or declares.item',
    );
  if (sorts.length === 0)
    inconclusive(
      'asc and desc give one order, and no sortBy that was tried is accepted',
      'declares.sortBy with the fields to sort by',
    );
  if (!walked) inconclusive('no sorted walk could be read to its end', 'a target on which logs/walk-complete passes');
}

const usesDirection: logs.Oracle = logs.onCompleteWalks((asc, desc) =>
  asc.bag.size < 2 || !logs.hasSameOrder(asc, desc)
    ? undefined
    : {
        message: `asc and desc returned the same order ${asc.query.sortBy === undefined ? 'without sortBy, and the default order is declared' : `with sortBy=${asc.query.sortBy}, which is declared to name the time`}; expected two orders`,
        compared: { orders: [logs.encodeQuery(asc.query), logs.encodeQuery(desc.query)] },
      },
);

check('logs/sort-by-range', async (t) => {
  const { fields, expectInOrder } = await requireTimeSorts(t);
  for (const sortBy of fields) for (const sortDirection of directions) await expectInOrder({ sortBy, sortDirection });
});

check('logs/sort-filtered', async (t) => {
  const { log, buckets, fields, expectInOrder } = await requireTimeSorts(t);
  const expectOrders = async (queries: readonly Filtered[]): Promise<number> => {
    await t.readAtOnce(log, queries);
    for (const query of queries) await expectInOrder(query);
    const walks = await Promise.all(queries.map((query) => log.walk(query)));
    return walks.filter((walk) => logs.followsTime(walk, buckets)).length;
  };
  const ofStatus = (status: Status): Filtered[] =>
    directions.map((sortDirection) => ({ ...sortedBy(fields[0]), sortDirection, status }));
  let telling = 0;
  if (t.effort.isLean) {
    const usual = logs.timeOrderOf(await log.walk(), buckets) === 'ascending' ? 'asc' : 'desc';
    // A direction that is ignored is that of a search without one.
    const turned = api.logStatuses.flatMap(ofStatus).filter(({ sortDirection }) => sortDirection !== usual);
    telling = await expectOrders(t.effort.sampleOf(turned, 1, 0));
  } else
    for (const status of await fewestFirst(log)) {
      const isWalked = telling === 0 || t.effort.isExhaustive;
      const queries = isWalked ? ofStatus(status) : await outOfOrder(t, log, ofStatus(status), buckets);
      telling += await expectOrders(queries);
    }
  if (telling === 0)
    inconclusive(
      'no status has entries of several times',
      'a webhook with logs of each status on several days (fixtures.webhooks)',
    );
});

type Status = (typeof api.logStatuses)[number];
type Filtered = LogQuery & { readonly status: Status; readonly sortDirection: logs.Direction };

/** The statuses, that with fewest entries first. */
async function fewestFirst(log: WebhookLog): Promise<readonly Status[]> {
  const sized = await Promise.all(
    api.logStatuses.map(async (status) => ({ status, size: (await log.walk({ status })).items.length })),
  );
  return sized.sort((a, b) => a.size - b.size).map(({ status }) => status);
}

/** Those searches whose first page is not in the order of the same search without a status. */
async function outOfOrder(t: CheckContext, log: WebhookLog, queries: readonly Filtered[], buckets: logs.TimeBuckets) {
  // The field names the time, so that entries of different times differ in it.
  const clues = { buckets, differ: () => true };
  const found = queries.map(async (query) => {
    const { status, ...order } = query;
    const [all, sorted] = await Promise.all([log.walk({ status }), log.walk(order)]);
    const { exchange } = await t.logs.measure(query);
    const items = responses.parsePage(exchange.response)?.data ?? [];
    return logs.contradictsOrder({ items, all: all.bag.keys() }, sorted, clues) ? [query] : [];
  });
  return (await Promise.all(found)).flat();
}

check('logs/sort-reverses', async (t) => {
  const baseline = await t.baseline({ finite: true, minPages: 2 });
  const { log } = baseline;
  // Where the run is lean, other checks walk both directions under a field.
  const sortBy = t.effort.isLean ? (await t.logs.sorts())[0] : undefined;
  const queries = [sortedBy(sortBy, 'asc'), sortedBy(sortBy, 'desc')] as const;
  const [asc, desc] = await Promise.all([log.walk(queries[0]), log.walk(queries[1])]);
  if (!logs.isComplete(asc) || !logs.isComplete(desc))
    inconclusive('asc and desc could not both be walked', 'a target on which logs/walk-complete passes');
  if (logs.hasSameOrder(asc, desc))
    inconclusive('asc and desc give one order; see logs/sort-direction', 'a target that uses sortDirection');
  const buckets = await t.logs.timeBuckets(baseline);
  if (buckets === undefined)
    inconclusive('ties cannot be told from order without ranges', 'a time format that the target reads');
  const [up, down] = [logs.orderOfDays(asc, buckets), logs.orderOfDays(desc, buckets)];
  if ((up === 'mixed' && down === 'mixed') || (up === 'unknown' && down === 'unknown'))
    inconclusive('the order does not follow time', 'a default order by time, and items that occur once');
  await t.expect(log, queries, areReversed(buckets));
});

/** Of the walks with asc and desc, one must go up in time, and the other down. */
function areReversed(buckets: logs.TimeBuckets): logs.Oracle {
  return logs.onCompleteWalks((asc, desc) => {
    const [up, down] = [logs.orderOfDays(asc, buckets), logs.orderOfDays(desc, buckets)];
    const isOpen = up === down && (up === 'mixed' || up === 'unknown');
    if (isOpen || (up !== 'mixed' && down !== 'mixed' && up !== down)) return undefined;
    return {
      message: `asc is ${up} in time, and desc is ${down}; expected one to be the other reversed`,
      proof: [...logs.proofOfWalk(asc, 'asc'), ...logs.proofOfWalk(desc, 'desc')],
    };
  });
}

check('logs/sort-truth', expectTrueOrder);
