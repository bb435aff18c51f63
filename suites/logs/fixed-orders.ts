/**
 * Sort fields under which asc and desc give one order. A field in which all entries are equal does so: it leaves the order to
 * whatever breaks ties. Two such fields leave the same order, so that of two fields with two orders one ignores the direction.
 */
import { bags, type CheckContext, defined, type LogQuery, logs, type WebhookLog } from '../../src/suite.ts';

const directions = ['asc', 'desc'] as const;

/** Over the walks of one field in both directions, and those of another. */
const haveOneFixedOrder: logs.Oracle = logs.onCompleteWalks((asc, desc, otherAsc, otherDesc) => {
  if (!logs.hasSameOrder(asc, desc) || !logs.hasSameOrder(otherAsc, otherDesc)) return undefined;
  if (logs.hasSameOrder(asc, otherAsc) || !bags.equal(asc.bag, otherAsc.bag)) return undefined;
  return {
    message: `asc and desc returned the same order with sortBy=${asc.query.sortBy}, and another same order with sortBy=${otherAsc.query.sortBy}, so that the entries differ in one of these fields; expected its directions to differ`,
    proof: [
      ...logs.proofOfWalk(asc, 'asc').slice(0, 1),
      ...logs.proofOfWalk(desc, 'desc').slice(0, 1),
      ...logs.proofOfWalk(otherAsc, 'asc, by the other field').slice(0, 1),
      ...logs.proofOfWalk(otherDesc, 'desc, by the other field').slice(0, 1),
    ],
  };
});

/**
 * Decides nothing where a made-up field is accepted, since these may be ignored too.
 * @param fields names of accepted sort fields whose directions gave one order
 */
export async function expectOneFixedOrder(t: CheckContext, log: WebhookLog, fields: readonly string[]): Promise<void> {
  const [first, ...others] = fields;
  if (first === undefined || others.length === 0 || !(await t.logs.rejectsUnknownSort())) return;
  const inBothDirections = (sortBy: string): LogQuery[] =>
    directions.map((sortDirection) => defined({ sortBy, sortDirection }));
  for (const other of others)
    await t.expect(log, [...inBothDirections(first), ...inBothDirections(other)], haveOneFixedOrder);
}
