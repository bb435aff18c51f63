/** The direction is used: asc and desc return two orders if the items differ in the sort field. */
import type { Baseline, CheckContext, LogQuery, WebhookLog } from '../../../src/suite.ts';
import { api, fail, inconclusive, logs, responses } from '../../../src/suite.ts';
import { areUnlikeIn, expectTurnedElsewhere, isInstant } from './direction-elsewhere.ts';
import { requireDistinctItems } from './distinct-items.ts';
import { declaredStatusSort, statusTurned } from './status-order.ts';
import { directions, oneForEachOrder, sortedBy } from './time-sorts.ts';
import { isTurnedByPage, turnsWholeLog } from './turned-by-page.ts';

/** Requires two orders of some sort, or of none: a target may ignore a direction without a field, and any field that it does not know. */
export async function expectDirectionUsed(t: CheckContext): Promise<undefined> {
  const baseline = await t.baseline({ finite: true });
  const { log } = baseline;
  const sorts = await t.logs.sorts();
  const differ = await differInTime(t, baseline);
  const keys = await keysToTry(t, baseline, sorts);
  const { turned, alike, reversed, isOrdering } = await tryKeys(t, baseline, keys, differ);
  if (t.effort.isLean && differ && isOrderDeclared(t, undefined) && (await isLoneDirectionIgnored(t, baseline)))
    await t.expect(log, loneDirections, hasTwoOrders(declaredOrder(undefined)));
  if (t.effort.take(sorts, { quick: 0 }).includes('status')) await expectStatusTurned(t, log);
  await expectTurnedElsewhere(t, baseline, t.effort.take(turned, { quick: 0 }));
  if (t.effort.isLean) await expectStatusTurnedAtFirst(t, log);
  if (reversed > 0) return;
  requireComparable(t, baseline, { differ, sorts, walked: alike.length > 0 });
  if (!isOrdering && !(await mustTimeSort(t, baseline, sorts, differ)))
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
}

/** A field to sort by; undefined: none is sent. */
type SortKey = string | undefined;

/** With few requests, one sort that goes both ways is enough: a field that other checks walk in both directions comes first. */
async function keysToTry(t: CheckContext, { plainWalk }: Baseline, sorts: readonly string[]): Promise<SortKey[]> {
  const apart = await oneForEachOrder(t, sorts);
  const all = t.effort.pick<SortKey[]>({ quick: [...sorts, undefined], standard: [undefined, ...apart] });
  return all.slice(0, logs.isLongWalk(plainWalk) ? 2 : 8);
}

/** What both directions of each key returned. */
interface Tried {
  /** Number of keys with two orders. */
  reversed: number;
  /** The fields among them. */
  readonly turned: string[];
  /** The first pages where both directions returned one order. */
  readonly alike: logs.ProofStep[];
  /** Whether the target sorts by one of the keys, in which items differ. */
  isOrdering: boolean;
}

/** @param differ whether the items are known to differ in time */
async function tryKeys(t: CheckContext, baseline: Baseline, keys: readonly SortKey[], differ: boolean): Promise<Tried> {
  const { log, plainWalk } = baseline;
  const enough = t.effort.pick({ quick: 1, standard: keys.length });
  const isOrdering = t.logs.declaredTime !== undefined && keys.includes(t.logs.declaredTime);
  const tried: Tried = { reversed: 0, turned: [], alike: [], isOrdering };
  for (const sortBy of keys) {
    if (tried.reversed >= enough) break;
    const queries = directions.map((direction) => sortedBy(sortBy, direction));
    const [asc, desc] = (await Promise.all(queries.map((query) => log.walk(query)))) as [logs.Walk, logs.Walk];
    if (!logs.isComplete(asc) || !logs.isComplete(desc)) continue;
    if (!logs.hasSameOrder(asc, desc)) {
      if (isTurnedByPage(asc, desc)) await t.expect(log, queries, turnsWholeLog(asc.form));
      tried.reversed += 1;
      if (sortBy !== undefined) tried.turned.push(sortBy);
      continue;
    }
    // All of one order: a sort field that changes nothing may be one that the target ignores.
    if (sortBy !== undefined && !isInstant(sortBy) && areUnlikeIn(plainWalk.items, sortBy))
      await t.expect(log, [...queries, {}], turnsField);
    if (sortBy !== undefined && (await mustTurnTime(t, plainWalk, sortBy)))
      await t.expect(log, queries, hasTwoOrders('of which the items show different times'));
    if (sortBy !== undefined && !logs.hasSameOrder(asc, plainWalk))
      tried.isOrdering ||= await differIn(baseline, sortBy, differ);
    if (differ && isOrderDeclared(t, sortBy)) await t.expect(log, queries, hasTwoOrders(declaredOrder(sortBy)));
    tried.alike.push(...[asc, desc].flatMap((walk) => logs.proofOfWalk(walk).slice(0, 1)));
  }
  return tried;
}

/**
 * Whether a time name must be a sort field: it is accepted while a made-up one is rejected. It must order items that differ in it.
 * @param differ whether the items are known to differ in time
 */
async function mustTimeSort(t: CheckContext, baseline: Baseline, sorts: readonly string[], differ: boolean) {
  const times = sorts.filter((name) => t.logs.namesTime(name));
  const areApart = await Promise.all(times.map((name) => differIn(baseline, name, differ)));
  return areApart.includes(true) && (await t.logs.rejectsUnknownSort());
}

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

/**
 * Whether a field must turn the order of time with the direction: the items show moments of it that lie days apart, since a target
 * may sort by the day, and a made-up field is rejected, so that this one is not ignored.
 */
async function mustTurnTime(t: CheckContext, { items }: logs.Walk, sortBy: string): Promise<boolean> {
  if (!isInstant(sortBy)) return false;
  const moments = [...(logs.shownInstants(items, sortBy)?.values() ?? [])].sort((a, b) => a - b);
  if (moments.length < 2 || moments.at(-1)! - moments[0]! < logs.longestDayMs) return false;
  return t.logs.rejectsUnknownSort();
}

const declaredOrder = (sortBy: SortKey): string =>
  sortBy === undefined ? 'and the default order is declared' : 'which is declared to name the time';

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

/** Inconclusive if one order for both directions proves nothing. */
function requireComparable(
  t: CheckContext,
  { plainWalk }: Baseline,
  { differ, sorts, walked }: { differ: boolean; sorts: readonly string[]; walked: boolean },
): void {
  requireDistinctItems(t, plainWalk);
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

/** @param why why the two walks of a sort, or of none, must have two orders */
const hasTwoOrders = (why: string): logs.Oracle =>
  logs.onCompleteWalks((asc, desc) => {
    if (asc.bag.size < 2 || !logs.hasSameOrder(asc, desc)) return undefined;
    const { sortBy } = asc.query;
    return {
      message: `asc and desc returned the same order ${sortBy === undefined ? 'without sortBy' : `with sortBy=${sortBy}`}, ${why}; expected two orders`,
      compared: { orders: [logs.encodeQuery(asc.query), logs.encodeQuery(desc.query)] },
    };
  });
