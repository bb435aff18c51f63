/** Sorting: the same items in another order, the direction used, time kept across page borders. */
import type { CheckContext, LogQuery, WebhookLog } from '../../../src/suite.ts';
import { api, checksOf, inconclusive, logs, responses } from '../../../src/suite.ts';
import { requirements } from '../requirements.ts';
import { requireDistinctItems } from './distinct-items.ts';
import { expectFilteredElsewhere } from './filtered-elsewhere.ts';
import { declaredStatusSort } from './status-order.ts';
import { directions, requireTimeSorts, sortedBy } from './time-sorts.ts';
import { expectTrueOrder } from './true-order.ts';
import { expectSteadySort } from './unsteady-sort.ts';
import { expectDirectionUsed } from './used-direction.ts';

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
  requireDistinctItems(t, plainWalk);
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

check('logs/sort-direction', expectDirectionUsed);

check('logs/sort-by-range', async (t) => {
  const { fields, expectInOrder } = await requireTimeSorts(t);
  for (const sortBy of fields) for (const sortDirection of directions) await expectInOrder({ sortBy, sortDirection });
});

check('logs/sort-filtered', async (t) => {
  const { log, baseline, buckets, fields, expectInOrder } = await requireTimeSorts(t);
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
    // If the direction is ignored, the order is that of a search without one.
    const turned = api.logStatuses.flatMap(ofStatus).filter(({ sortDirection }) => sortDirection !== usual);
    telling = await expectOrders(t.effort.sampleOf(turned, 1, 0));
  } else
    for (const status of await fewestFirst(log)) {
      const isWalked = telling === 0 || t.effort.isExhaustive;
      const queries = isWalked ? ofStatus(status) : await outOfOrder(t, log, ofStatus(status), buckets);
      telling += await expectOrders(queries);
    }
  await expectFilteredElsewhere(t, baseline, fields[0]!);
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

/** The searches whose first page is not in the order of the same search without a status. */
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
  if (logs.hasSameOrder(asc, desc)) {
    await expectTurnedLikeField(t, log, queries);
    inconclusive('asc and desc give one order; see logs/sort-direction', 'a target that uses sortDirection');
  }
  const buckets = await t.logs.timeBuckets(baseline);
  if (buckets === undefined)
    inconclusive(
      'without ranges, ties cannot be distinguished from the order of time',
      'a time format that the target reads',
    );
  const [up, down] = [logs.orderOfDays(asc, buckets), logs.orderOfDays(desc, buckets)];
  if ((up === 'mixed' && down === 'mixed') || (up === 'unknown' && down === 'unknown'))
    inconclusive('the order does not follow time', 'a default order by time, and items that occur once');
  await t.expect(log, queries, areReversed(buckets));
});

/** A direction that a field obeys should not be ignored without one. The walks are those that logs/sort-direction compares. */
async function expectTurnedLikeField(t: CheckContext, log: WebhookLog, queries: readonly LogQuery[]): Promise<void> {
  if (t.effort.isLean) return;
  const { effective } = await t.logs.distinctSorts();
  for (const field of effective) {
    const sorted = directions.map((direction) => sortedBy(field, direction));
    const [up, down] = await Promise.all(sorted.map((query) => log.walk(query)));
    if (logs.hasSameOrder(up!, down!)) continue;
    await t.expect(log, [...queries, ...sorted], isTurnedLikeField);
    return;
  }
}

const isTurnedLikeField: logs.Oracle = logs.onCompleteWalks((asc, desc, up, down) => {
  if (!logs.hasSameOrder(asc, desc) || logs.hasSameOrder(up, down)) return undefined;
  return {
    message: `asc and desc returned the same order without sortBy, and two orders with sortBy=${up.query.sortBy}; expected two orders`,
    compared: { orders: [logs.encodeQuery(asc.query), logs.encodeQuery(desc.query)] },
    proof: [...logs.proofOfWalk(asc, 'asc').slice(0, 1), ...logs.proofOfWalk(desc, 'desc').slice(0, 1)],
  };
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
