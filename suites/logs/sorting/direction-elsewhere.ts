/**
 * sortDirection on the other webhooks. A field of time whose direction turns the order of the judged log turns that of every log,
 * unless all its entries have the same value of it, such as the time of an import. Ranges do not rule that out, since they may search
 * another time. Values that items show do, and so do known times. A direction that is ignored under every field also shows in the
 * order by status.
 */
import { api, type Baseline, type CheckContext, type LogQuery, logs, type WebhookLog } from '../../../src/suite.ts';
import { statusTurned } from './status-order.ts';

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
  const suspects = await Promise.all(others.map((other) => isTurnedByNothing(other, fields[0]!)));
  for (const other of others.filter((_, at) => suspects[at])) {
    if (await differIn(t, other, fields))
      requireUnbroken(await other.checkRelation(fields.flatMap(inBothDirections), turnNothing));
    else if (turned.includes('status')) requireUnbroken(await other.checkRelation(byStatus, statusTurned));
  }
}

const byStatus: readonly LogQuery[] = [
  ...inBothDirections('status'),
  ...api.logStatuses.map((status) => ({ status })),
  {},
];

function requireUnbroken(result: logs.RelationResult): void {
  if (result.kind === 'broken') logs.failWith(result.found);
}

async function isTurnedByNothing(log: WebhookLog, field: string): Promise<boolean> {
  const walk = await log.walk();
  if (!logs.isComplete(walk) || logs.isLongWalk(walk) || walk.bag.size < 2) return false;
  if (logs.areEqualIn(walk.items, field)) return false;
  return turnNothing(await Promise.all(inBothDirections(field).map((query) => log.walk(query)))) !== undefined;
}

/** Whether the items of a log are known to differ in one of the fields. */
async function differIn(t: CheckContext, log: WebhookLog, fields: readonly string[]): Promise<boolean> {
  const plainWalk = await log.walk();
  if (fields.some((field) => areUnlikeIn(plainWalk.items, field))) return true;
  const times = fields.includes(t.logs.declaredTime ?? '') ? logs.knownTimes(t, { log, plainWalk }) : new Map();
  return new Set(times.values()).size > 1;
}

/** Whether some items show values of a field that differ under any collation. */
export function areUnlikeIn(items: readonly string[], field: string): boolean {
  const values = items.map((item) => logs.valueAt(item, logs.pointerTo(field)));
  const first = values.find((value) => typeof value === 'string' || typeof value === 'number');
  return values.some((value) => logs.areUnlike(first, value));
}
