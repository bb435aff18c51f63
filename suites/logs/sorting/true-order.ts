/** Orders against the known times and statuses of items. */
import type { Baseline, CheckContext, LogQuery, WebhookLog } from '../../../src/suite.ts';
import { api, fail, inconclusive, logs, notApplicable } from '../../../src/suite.ts';
import { declaredStatusSort, statusesTogether, statusesTogetherByFilter } from './status-order.ts';
import { directions, findTimeSorts, sortedBy } from './time-sorts.ts';

/** Compares orders by declared fields with the times and statuses that a truth file, or declares.item, gives the items. */
export async function expectTrueOrder(t: CheckContext): Promise<undefined> {
  const baseline = await t.baseline({ finite: true });
  const byStatus = declaredStatusSort(t);
  if (byStatus !== undefined) {
    const oracle = statusesTogether(logs.knownStatuses(t, baseline));
    await t.expect(baseline.log, [{ sortBy: byStatus, sortDirection: 'asc' }], oracle);
  }
  const unknown = await expectTimeOrder(t, baseline);
  const hasStatus = t.settings.declares.sortBy?.includes('status') === true;
  if (byStatus === undefined && hasStatus) await adviseOfStatusOrder(t, baseline);
  if (unknown !== undefined) notApplicable(unknown);
  return undefined;
}

/** The reason why the order cannot be judged, if the configuration says too little. */
async function expectTimeOrder(t: CheckContext, baseline: Baseline): Promise<string | undefined> {
  const times = logs.knownTimes(t, baseline);
  if (times.size === 0) return 'neither a truth file nor declares.item gives the items times';
  const declared = t.logs.declaredTime;
  const sortBy = declared ?? (await findSortThatFollows(t, baseline));
  if (sortBy === undefined) return 'declares.sortBy names no field that names the time';
  logs.requirePages(baseline.plainWalk, 2);
  if (new Set(times.values()).size < 2)
    inconclusive('all known times are equal', 'a log with items that differ in time');
  // Ascending is read by other checks as well.
  for (const sortDirection of t.effort.sampleOf(directions, 1)) {
    const query = { sortBy, sortDirection };
    const oracle = inOrderOf(times, sortDirection);
    if (declared !== undefined) await t.expect(baseline.log, [query], oracle);
    else logs.requireRelation(await adviseOfOrder(baseline.log, [query], oracle, 'declares.sortBy'));
  }
  if (declared !== undefined && !t.effort.isLean) await expectTimeOrderElsewhere(t, baseline, declared);
  return undefined;
}

/** The same for the other webhooks whose items have known times. */
async function expectTimeOrderElsewhere(t: CheckContext, { others }: Baseline, sortBy: string): Promise<void> {
  const judge = async (log: WebhookLog) => {
    const plainWalk = await log.walk();
    const times = logs.knownTimes(t, { log, plainWalk });
    if (new Set(times.values()).size < 2 || logs.isLongWalk(plainWalk)) return;
    for (const sortDirection of directions) {
      const result = await log.checkRelation([{ sortBy, sortDirection }], inOrderOf(times, sortDirection));
      if (result.kind === 'broken') logs.failWith(result.found);
    }
  };
  await Promise.all(others.map(judge));
}

/** A field called status may not be the one of the filter. */
async function adviseOfStatusOrder(t: CheckContext, { log, plainWalk }: Baseline): Promise<void> {
  if (t.effort.isLean || logs.isLongWalk(plainWalk)) return;
  const queries = [sortedBy('status', 'asc'), ...api.logStatuses.map((status) => ({ status }))];
  await adviseOfOrder(log, queries, statusesTogetherByFilter, 'declares.item with the status');
}

/** A field that is not declared may be coarser than the times that are known. */
async function adviseOfOrder(
  log: WebhookLog,
  queries: readonly LogQuery[],
  oracle: logs.Oracle,
  remedy: string,
): Promise<logs.RelationResult> {
  const result = await log.checkRelation(queries, oracle);
  if (result.kind !== 'broken') return result;
  return fail(`${result.found.message}; ${remedy} makes this a requirement`, result.found.proof, { level: 'advisory' });
}

/** A field that is not declared, and under which ranges show the order to follow time. */
async function findSortThatFollows(t: CheckContext, baseline: Baseline): Promise<string | undefined> {
  const buckets = t.effort.isLean ? undefined : await t.logs.timeBuckets(baseline);
  return buckets === undefined ? undefined : (await findTimeSorts(t, baseline, buckets))[0];
}

function inOrderOf(times: ReadonlyMap<string, number>, direction: logs.Direction): logs.Oracle {
  const sign = direction === 'asc' ? 1 : -1;
  return logs.onCompleteWalks((walk) => {
    const timed = walk.items.filter((item) => times.has(item));
    const at = timed.findIndex((item, n) => n > 0 && sign * (times.get(item)! - times.get(timed[n - 1]!)!) < 0);
    if (at === -1) return undefined;
    const [first, second] = [timed[at - 1]!, timed[at]!];
    return {
      message: `with ${logs.describeQuery(walk.query)}, ${logs.truncate(second)} comes after ${logs.truncate(first)}, against the order of their times`,
      proof: logs.proofOfItems(walk, [first, second]),
    };
  });
}
