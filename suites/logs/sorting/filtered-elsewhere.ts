/**
 * sortDirection beside a status on the other webhooks: an entry that a sort by time puts before another one in a whole log must come
 * before it among the entries with their status, too. The two must show times that are more than a day apart, since entries with
 * equal times may come in any order.
 */
import { api, type Baseline, type CheckContext, logs, type WebhookLog } from '../../../src/suite.ts';
import { isInstant } from './direction-elsewhere.ts';
import { directions } from './time-sorts.ts';

type Times = ReadonlyMap<string, number>;

/** @param field that names the time, and by which the whole judged log follows it */
export async function expectFilteredElsewhere(t: CheckContext, { others }: Baseline, field: string): Promise<void> {
  const isDeclared = field === t.logs.declaredTime;
  if (t.effort.isLean || !isInstant(field) || !(isDeclared || (await t.logs.rejectsUnknownSort()))) return;
  for (const other of others) {
    const plainWalk = await other.walk();
    if (!logs.isComplete(plainWalk) || logs.isLongWalk(plainWalk)) continue;
    const known = isDeclared ? logs.knownTimes(t, { log: other, plainWalk }) : undefined;
    const times = known ?? logs.shownInstants(plainWalk.items, field) ?? new Map();
    if (times.size > 1) await expectFiltered(other, field, times);
  }
}

/** Looks at the direction that a search without one does not have: it shows if it is ignored. */
async function expectFiltered(log: WebhookLog, sortBy: string, times: Times): Promise<void> {
  const queries = directions.map((sortDirection) => ({ sortBy, sortDirection }));
  const [plain, ...sorted] = await Promise.all([{}, ...queries].map((query) => log.walk(query)));
  const at = sorted.findIndex((walk) => !logs.hasSameOrder(walk, plain!));
  const [own, turned] = [sorted[at], sorted[1 - at]];
  if (own === undefined || turned === undefined) return;
  const oracle = keepsEnds(times);
  const byStatus = await Promise.all(api.logStatuses.map((status) => log.walk({ status })));
  for (const selected of byStatus.sort((one, other) => one.items.length - other.items.length)) {
    if (endsOf(own, turned, { selected, times }) === undefined) continue;
    const filtered = { ...selected.query, ...own.query };
    if (oracle([own, turned, await log.walk(filtered)]) === undefined) return;
    const result = await log.checkRelation([own.query, turned.query, filtered], oracle);
    if (result.kind === 'broken') logs.failWith(result.found);
  }
}

/** The first selected entry of a sort, and the first one in the other direction; undefined if they are not known to differ in time. */
function endsOf(
  own: logs.Walk,
  turned: logs.Walk,
  { selected: { bag }, times }: { readonly selected: logs.Walk; readonly times: Times },
): readonly [first: string, last: string] | undefined {
  const [first, last] = [own, turned].map(({ items }) => items.find((item) => bag.has(item)));
  if (first === undefined || last === undefined || first === last) return undefined;
  const [one, other] = [times.get(first), times.get(last)];
  if (one === undefined || other === undefined || Math.abs(one - other) < logs.longestDayMs) return undefined;
  const areSingle = [first, last].every((item) => own.bag.get(item) === 1 && turned.bag.get(item) === 1);
  return areSingle ? [first, last] : undefined;
}

/** Over walks of a sort by time, of its other direction, and of the first one beside a status. */
export const keepsEnds = (times: Times): logs.Oracle =>
  logs.onCompleteWalks((own, turned, filtered) => {
    const ends = endsOf(own, turned, { selected: filtered, times });
    if (ends === undefined) return undefined;
    const [first, last] = ends;
    if (filtered.items.indexOf(first) < filtered.items.indexOf(last)) return undefined;
    return {
      message: `${logs.describeQuery(filtered.query)} of webhook ${filtered.webhook} has ${logs.truncate(last)} before ${logs.truncate(first)}; expected the order of ${logs.describeQuery(own.query)}`,
      proof: [...logs.proofOfItems(own, [first, last]), ...logs.proofOfItems(filtered, [last, first])],
    };
  });
