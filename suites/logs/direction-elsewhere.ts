/**
 * sortDirection on the other webhooks. A field of time whose direction turns the order of the judged log turns that of every log,
 * unless all its entries are of one time. Ranges, or times that are known, show that they are not.
 */
import { type Baseline, type CheckContext, type LogQuery, logs, type WebhookLog } from '../../src/suite.ts';

const directions = ['asc', 'desc'] as const;

const inBothDirections = (sortBy: string): LogQuery[] => directions.map((sortDirection) => ({ sortBy, sortDirection }));

/** Over walks of each field in both directions by turns: whether no direction changes anything. */
const turnNothing: logs.Oracle = logs.onCompleteWalks((...walks) => {
  const pairs = walks.flatMap((asc, at) => (at % 2 === 0 ? [[asc, walks[at + 1]!] as const] : []));
  const [[first] = []] = pairs;
  if (first === undefined || !pairs.every(([asc, desc]) => logs.hasSameOrder(asc, desc))) return undefined;
  const fields = pairs.map(([{ query }]) => query.sortBy).join(', ');
  return {
    message: `asc and desc returned the same order of webhook ${first.webhook}, with each sortBy that was tried (${fields}), though its items differ in time; expected two orders, as on the richest log`,
    compared: { orders: [logs.encodeQuery(walks[0]!.query), logs.encodeQuery(walks[1]!.query)] },
  };
});

/** Whether a field names the exact time of creation. A date, a time of day, or the time of an update may be equal in all entries. */
export const isInstant = (name: string): boolean => /^(created_?at|timestamp)$/i.test(name);

/**
 * Requires that the direction turns the order of each other log, as it does on the judged one.
 * @param turned the fields whose directions give two orders of the judged log
 */
export async function expectTurnedElsewhere(
  t: CheckContext,
  { others }: Baseline,
  turned: readonly string[],
): Promise<void> {
  const instants = turned.filter(isInstant);
  const declared = instants.filter((name) => name === t.logs.declaredTime);
  // Where a made-up field is accepted, one that is not declared may be ignored.
  const fields = declared.length > 0 ? declared : (await t.logs.rejectsUnknownSort()) ? instants : [];
  if (fields.length === 0) return;
  const suspects = await Promise.all(others.map((other) => isTurnedByNothing(t, other, fields[0]!)));
  for (const other of others.filter((_, at) => suspects[at])) {
    const result = await other.checkRelation(fields.flatMap(inBothDirections), turnNothing);
    if (result.kind === 'broken') logs.failWith(result.found);
  }
}

async function isTurnedByNothing(t: CheckContext, log: WebhookLog, field: string): Promise<boolean> {
  const walk = await log.walk();
  if (!logs.isComplete(walk) || logs.isLongWalk(walk) || walk.bag.size < 2) return false;
  if (logs.areEqualIn(walk.items, field)) return false;
  const walks = await Promise.all(inBothDirections(field).map((query) => log.walk(query)));
  return turnNothing(walks) !== undefined && differInTime(t, log, walk);
}

/** Whether the items of a log are known to differ in time: a range has some of them only, or their times are known. */
async function differInTime(t: CheckContext, log: WebhookLog, plainWalk: logs.Walk): Promise<boolean> {
  if (new Set(logs.knownTimes(t, { log, plainWalk }).values()).size > 1) return true;
  const time = await t.logs.time();
  if (!time.understood) return false;
  const { sense } = time;
  const own = logs.itemTimes(plainWalk.items).sort((a, b) => a - b);
  for (const at of [...sense.cuts, ...own.slice(own.length / 2, own.length / 2 + 1)]) {
    const walk = await log.walk(logs.rangeQuery(sense, sense.lo, at));
    if (logs.isComplete(walk) && walk.items.length > 0 && walk.items.length < plainWalk.items.length) return true;
  }
  return false;
}
