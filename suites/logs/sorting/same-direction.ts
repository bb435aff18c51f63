/**
 * sortDirection on the other webhooks, for fields that do not name the time. If ascending by a field is upwards on the judged log and
 * downwards on another one, the target may ignore the direction there. Only walks that other checks read give that reason to look.
 */
import { type CheckContext, logs, type WebhookLog } from '../../../src/suite.ts';

/** The values of a field by item. */
export type Values = ReadonlyMap<string, unknown>;

export interface SortOfLogs {
  readonly judged: WebhookLog;
  readonly others: readonly WebhookLog[];
  readonly sortBy: string;
  valuesIn(log: WebhookLog): Promise<Values>;
}

/** Requires that both directions give two orders of each other log, if they give opposite ones of the judged log. */
export async function expectSameDirection(sort: SortOfLogs): Promise<void> {
  const { judged, others, sortBy } = sort;
  const [up, down] = [await courseOf(sort, judged, 'asc'), await courseOf(sort, judged, 'desc')];
  if (up === undefined || down === undefined || up === down) return;
  for (const other of others) {
    if ((await courseOf(sort, other, 'asc')) !== down) continue;
    const find = findUnturned(judged.id, sortBy, await sort.valuesIn(other));
    const found = await find(other);
    if (found === undefined) continue;
    const showsAgain = async (own: CheckContext) => (await find(own.logs.byId(other.id))) !== undefined;
    logs.failWith(found, { case: { showsAgain } });
  }
}

type Course = 'upwards' | 'downwards';

/** How the values of the field go in a walk that is known; undefined if it is not, or if they go both ways or nowhere. */
async function courseOf({ sortBy, valuesIn }: SortOfLogs, log: WebhookLog, sortDirection: logs.Direction) {
  const walk = await log.known({ sortBy, sortDirection });
  return walk === undefined || logs.isLongWalk(walk) ? undefined : courseOfValues(walk.items, await valuesIn(log));
}

export function courseOfValues(items: readonly string[], values: Values): Course | undefined {
  const shown = items.filter((item) => values.has(item)).map((item) => values.get(item));
  const steps = shown.slice(1).map((value, at) => compare(shown[at], value));
  if (steps.includes(undefined)) return undefined;
  const [rises, falls] = [steps.includes(-1), steps.includes(1)];
  if (rises === falls) return undefined;
  return rises ? 'upwards' : 'downwards';
}

/** The sign of the difference of two numbers, or of two texts; undefined for anything else. */
function compare(one: unknown, other: unknown): -1 | 0 | 1 | undefined {
  const areNumbers = typeof one === 'number' && typeof other === 'number';
  if (!areNumbers && !(typeof one === 'string' && typeof other === 'string')) return undefined;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** Judges a log: the directions must not give one order of entries that differ in the field. */
function findUnturned(judged: string, sortBy: string, values: Values) {
  const queries = (['asc', 'desc'] as const).map((sortDirection) => ({ sortBy, sortDirection }));
  const oracle = logs.onCompleteWalks((up, down) => {
    const [first, ...others] = up.items.map((item) => values.get(item));
    if (!others.some((value) => logs.areUnlike(first, value)) || !logs.hasSameOrder(up, down)) return undefined;
    return {
      message: `asc and desc with sortBy=${sortBy} returned the same order of webhook ${up.webhook}, whose entries differ in ${sortBy}; expected opposite orders, as on webhook ${judged}`,
      proof: [...logs.proofOfWalk(up, 'ascending'), ...logs.proofOfWalk(down, 'descending')],
    };
  });
  return async (log: WebhookLog) => {
    const result = await log.checkRelation(queries, oracle);
    return result.kind === 'broken' ? result.found : undefined;
  };
}
