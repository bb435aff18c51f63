/** The order of a sort by status, in which all entries of one status come before those of the other. */
import { type CheckContext, logs } from '../../../src/suite.ts';

/** Fewer entries of a status may stand together by chance. */
const fewest = 4;

/**
 * Where both directions of a sort group the entries by status, each must begin with the other group. Over the walks sorted
 * ascending and descending, those of both statuses, and the plain one: if that is grouped too, the sort may do nothing.
 */
export const statusTurned: logs.Oracle = logs.onCompleteWalks((asc, desc, succeeded, failed, plain) => {
  const [up, down] = [asc, desc].map((walk) => firstStatusOf(walk, succeeded, failed));
  if (up === undefined || up !== down || firstStatusOf(plain, succeeded, failed) !== undefined) return undefined;
  return {
    message: `sorted by status, asc and desc of webhook ${asc.webhook} both begin with all ${up} entries; expected the directions to differ`,
    proof: [...logs.proofOfWalk(asc, 'asc'), ...logs.proofOfWalk(desc, 'desc')],
  };
});

/** The status of the entries that come first, if all of them come before all of the other status. */
function firstStatusOf(walk: logs.Walk, succeeded: logs.Walk, failed: logs.Walk): string | undefined {
  const statuses = walk.items.flatMap((item) => {
    const [isSucceeded, isFailed] = [succeeded.bag.has(item), failed.bag.has(item)];
    return isSucceeded === isFailed ? [] : [isFailed ? 'failed' : 'succeeded'];
  });
  const first = statuses[0];
  const length = statuses.lastIndexOf(first ?? '') + 1;
  const isGrouped = statuses.slice(0, length).every((status) => status === first);
  return isGrouped && length >= fewest && statuses.length - length >= fewest ? first : undefined;
}

/** The declared `sortBy` that names the declared member of the status, if there is one. */
export function declaredStatusSort({ settings }: CheckContext): string | undefined {
  const { item, sortBy = [] } = settings.declares;
  const member = item?.encoding === 'json' ? item.status?.split('/').at(-1) : undefined;
  return sortBy.find((name) => name === member);
}

/** Entries of one status must follow each other, whichever status comes first. */
export function statusesTogether(statuses: ReadonlyMap<string, string>): logs.Oracle {
  return logs.onCompleteWalks((walk) => {
    const items = walk.items.filter((item) => statuses.has(item));
    const isChange = (n: number) => n > 0 && statuses.get(items[n]!) !== statuses.get(items[n - 1]!);
    const [first, second] = items.flatMap((_, n) => (isChange(n) ? [n] : []));
    if (first === undefined || second === undefined) return undefined;
    const shown = [items[first - 1]!, items[first]!, items[second]!];
    const status = statuses.get(shown[0]!);
    return {
      message: `with ${logs.describeQuery(walk.query)}, entries that ${status} come before and after ${logs.truncate(shown[1]!)}, which ${statuses.get(shown[1]!)}; expected each status together`,
      proof: logs.proofOfItems(walk, shown),
    };
  });
}

/** The same for a sorted walk, if the walks of both statuses show which entry has which. */
export const statusesTogetherByFilter: logs.Oracle = logs.onCompleteWalks((sorted, succeeded, failed) => {
  const of = (status: 'succeeded' | 'failed', { items }: logs.Walk, other: logs.Walk) =>
    items.filter((item) => !other.bag.has(item)).map((item) => [item, status] as const);
  return statusesTogether(new Map([...of('succeeded', succeeded, failed), ...of('failed', failed, succeeded)]))([
    sorted,
  ]);
});
