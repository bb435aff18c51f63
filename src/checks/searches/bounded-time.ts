/** Which time `from` and `to` bound: the specification does not name it (§4.4). */
import { defined } from '../../core/defined.ts';
import type { LogQuery } from '../../log/query.ts';
import { isComplete, type Walk } from '../../log/walk.ts';
import type { WebhookLog } from '../../log/webhook-log.ts';
import { sum, within } from '../../oracles/bag.ts';
import type { CheckContext } from '../check-context.ts';

/**
 * Whether `from` and `to` may bound the time that the search sorts by, such as that of the last attempt. The range key of an index
 * works so. A bound then still divides the log into two parts, though not into the same ones as without the sort.
 */
export async function mayBoundSortedTime(t: CheckContext, log: WebhookLog, query: LogQuery): Promise<boolean> {
  const { from, to, status, sortBy, sortDirection } = query;
  const bound = from ?? to;
  if (sortBy === undefined || bound === undefined || status !== undefined || !t.logs.namesTime(sortBy)) return false;
  const sorted: LogQuery = { sortBy, ...defined({ sortDirection }) };
  const queries = [sorted, { ...sorted, from: bound }, { ...sorted, to: bound }];
  const walks = await log.exclusively(async (alone) => {
    const read: Walk[] = [];
    for (const one of queries) read.push(await alone.read(one));
    return read;
  });
  const [whole, since, upTo] = walks as [Walk, Walk, Walk];
  return walks.every(isComplete) && isDivided(whole, since, upTo);
}

/** Whether two parts have all items, and each of them has some that the other one does not have. */
const isDivided = (whole: Walk, one: Walk, other: Walk): boolean =>
  within(whole.bag, sum(one.bag, other.bag)) && !within(one.bag, other.bag) && !within(other.bag, one.bag);
