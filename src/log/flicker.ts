/**
 * A server that cuts its results at random seems to have a log that grows and shrinks, until each item was seen once. A
 * growing log shows a new item whenever two readings differ. If a reading differs, has no new item, and has an item again
 * that the reading before it did not have, the results are unstable. Two such readings are required.
 */
import { minus } from '../oracles/bag.ts';
import type { LogQuery } from './query.ts';
import type { Walk } from './walk.ts';
import type { WebhookLog } from './webhook-log.ts';

const readings = 9;
const requiredReturns = 2;

/** Two consecutive readings of a query that show unstable results; undefined where none of several do. */
export async function findFlicker(log: WebhookLog, query: LogQuery): Promise<readonly [Walk, Walk] | undefined> {
  const seen = new Set<string>();
  let before: Walk | undefined;
  let returns = 0;
  for (let reading = 0; reading < readings; reading += 1) {
    const walk = await log.readExclusively(query);
    const arrived = walk.items.some((item) => !seen.has(item));
    if (before !== undefined && !arrived && walk.total === before.total && minus(walk.bag, before.bag).size > 0)
      returns += 1;
    if (before !== undefined && returns === requiredReturns) return [before, walk];
    for (const item of walk.items) seen.add(item);
    before = walk;
  }
  return undefined;
}
