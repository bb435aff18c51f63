/** The order of a sort by status, in which all entries of one status come before those of the other. */
import { logs } from '../../src/suite.ts';

/** Fewer entries of a status may stand together by chance. */
const fewest = 4;

/**
 * Where both directions of a sort group the entries by status, each must begin with the other group. Over the walks sorted
 * ascending and descending, those of both statuses, and the plain one: where that is grouped too, the sort may do nothing.
 */
export const statusTurned: logs.Oracle = logs.onCompleteWalks((asc, desc, succeeded, failed, plain) => {
  const [up, down] = [asc, desc].map((walk) => firstStatusOf(walk, succeeded, failed));
  if (up === undefined || up !== down || firstStatusOf(plain, succeeded, failed) !== undefined) return undefined;
  return {
    message: `sorted by status, asc and desc both begin with all ${up} entries; expected the directions to differ`,
    proof: [...logs.proofOfWalk(asc, 'asc'), ...logs.proofOfWalk(desc, 'desc')],
  };
});

/** The status of the entries that come first, where all of them come before all of the other status. */
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
