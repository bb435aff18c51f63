/**
 * sortBy on the other webhooks, for fields that do not name the time. A sort that puts entries with one value together on the judged
 * log does so on every log. The value is the member of that name in the item, or else, of a field called status, the status by
 * which the filter tells the entry. It is reported only if the field has no effect at all on the order of another log.
 */
import { api, type Baseline, type CheckContext, logs, type WebhookLog } from '../../../src/suite.ts';
import { expectSameDirection, type Values } from './same-direction.ts';

const directions = ['asc', 'desc'] as const;

/** Groups of this size do not stand together by chance in a sort by another field. */
const fewest = 4;

/** Requires that each sort that groups the entries of the judged log has an effect on each other log. */
export async function expectSortedElsewhere(t: CheckContext, { log, others, plainWalk }: Baseline): Promise<void> {
  if (t.effort.isLean || logs.isLongWalk(plainWalk)) return;
  const { effective } = await t.logs.distinctSorts();
  for (const sortBy of effective.filter((name) => !t.logs.namesTime(name)).slice(0, 3)) {
    const apart = await valuesToldApart(log, sortBy);
    if (apart.size > 1) for (const other of others) await expectEffect(log, other, sortBy, apart);
  }
  for (const sortBy of effective.filter((name) => !t.logs.namesTime(name)))
    await expectSameDirection({ judged: log, others, sortBy, valuesIn: (one) => valuesOf(one, sortBy) });
}

/** The values that the sort tells apart, if it groups the entries in both directions and a search without it does not. */
async function valuesToldApart(log: WebhookLog, sortBy: string): Promise<ReadonlySet<unknown>> {
  const values = await valuesOf(log, sortBy);
  const apart = new Set([...countOf(values.values())].flatMap(([value, count]) => (count < fewest ? [] : [value])));
  if (apart.size < 2 || isGrouped(await log.walk(), values)) return new Set();
  const sorted = await Promise.all(directions.map((sortDirection) => log.walk({ sortBy, sortDirection })));
  return sorted.every((walk) => isGrouped(walk, values)) ? apart : new Set();
}

/** @param apart other values may be equal to the sort, such as texts that differ in their letter case */
async function expectEffect(judged: WebhookLog, other: WebhookLog, sortBy: string, apart: ReadonlySet<unknown>) {
  const plain = await other.walk();
  const values = new Map([...(await valuesOf(other, sortBy))].filter(([, value]) => apart.has(value)));
  if (!logs.isComplete(plain) || logs.isLongWalk(plain) || isGrouped(plain, values)) return;
  if (isGrouped(await other.walk({ sortBy, sortDirection: 'asc' }), values)) return;
  const queries = directions.flatMap((sortDirection) => [{ sortBy, sortDirection }, { sortDirection }]);
  const result = await other.checkRelation(queries, hasNoEffect(values, judged.id));
  if (result.kind === 'broken') logs.failWith(result.found);
}

/** Over walks with and without the field, in each direction: the field changes neither, and groups nothing. */
const hasNoEffect = (values: Values, judged: string): logs.Oracle =>
  logs.onCompleteWalks((up, plainUp, down, plainDown) => {
    const isIgnored = logs.hasSameOrder(up, plainUp) && logs.hasSameOrder(down, plainDown);
    if (!isIgnored || isGrouped(up, values) || isGrouped(down, values)) return undefined;
    const { sortBy } = up.query;
    return {
      message: `sortBy=${sortBy} returned webhook ${up.webhook} in the order of a search without it, in both directions; expected entries with one ${sortBy} together, as on webhook ${judged}`,
      proof: [...logs.proofOfWalk(up, `sorted by ${sortBy}`), ...logs.proofOfWalk(plainUp, 'without sortBy')],
    };
  });

/** The values of the field by item; without items that have none, or both statuses. */
async function valuesOf(log: WebhookLog, sortBy: string): Promise<Values> {
  const { bag } = await log.walk();
  const members = [...bag.keys()].map((item) => [item, logs.valueAt(item, logs.pointerTo(sortBy))] as const);
  const told = members.filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  if (told.length > 0 || sortBy !== 'status') return new Map(told);
  const filtered = await Promise.all(api.logStatuses.map((status) => log.walk({ status })));
  return new Map(
    filtered.flatMap(({ items, query }, at) =>
      items.filter((item) => !filtered[1 - at]!.bag.has(item)).map((item) => [item, query.status] as const),
    ),
  );
}

function countOf(values: Iterable<unknown>): ReadonlyMap<unknown, number> {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Whether entries of one value follow each other throughout. */
function isGrouped({ items }: logs.Walk, values: Values): boolean {
  const told = items.filter((item) => values.has(item)).map((item) => values.get(item));
  const runs = told.filter((value, at) => at === 0 || value !== told[at - 1]).length;
  return runs === new Set(told).size;
}
