/**
 * Sort fields under which asc and desc give one order. A field in which all entries are equal does so: it leaves the order to
 * whatever breaks ties. If the entries are known to differ in one of two fields that give two orders, its direction is ignored.
 */
import { bags, type CheckContext, defined, type LogQuery, logs, type WebhookLog } from '../../src/suite.ts';

const directions = ['asc', 'desc'] as const;

/** Over the walks of one field in both directions, and those of another. */
const haveOneFixedOrder: logs.Oracle = logs.onCompleteWalks((asc, desc, otherAsc, otherDesc) => {
  if (!logs.hasSameOrder(asc, desc) || !logs.hasSameOrder(otherAsc, otherDesc)) return undefined;
  if (logs.hasSameOrder(asc, otherAsc) || !bags.equal(asc.bag, otherAsc.bag)) return undefined;
  return {
    message: `asc and desc returned the same order with sortBy=${asc.query.sortBy}, and another same order with sortBy=${otherAsc.query.sortBy}: the entries differ in sortBy=${asc.query.sortBy}; expected its directions to differ`,
    proof: [
      ...logs.proofOfWalk(asc, 'asc').slice(0, 1),
      ...logs.proofOfWalk(desc, 'desc').slice(0, 1),
      ...logs.proofOfWalk(otherAsc, 'asc, by the other field').slice(0, 1),
      ...logs.proofOfWalk(otherDesc, 'desc, by the other field').slice(0, 1),
    ],
  };
});

/**
 * Decides nothing if a made-up field is accepted, since these may be ignored too.
 * @param fields names of accepted sort fields whose directions gave one order
 * @param differing those of them in which items are known to differ
 */
export async function expectOneFixedOrder(
  t: CheckContext,
  log: WebhookLog,
  fields: readonly string[],
  differing: readonly string[],
): Promise<void> {
  const [first, ...more] = [...differing, ...fields.filter((name) => !differing.includes(name))];
  if (first === undefined || !differing.includes(first) || !(await t.logs.rejectsUnknownSort())) return;
  const inBothDirections = (sortBy: string): LogQuery[] =>
    directions.map((sortDirection) => defined({ sortBy, sortDirection }));
  for (const other of more)
    await t.expect(log, [...inBothDirections(first), ...inBothDirections(other)], haveOneFixedOrder);
}
