/** Whether a log is the same at the end of a run as when it was read first: what was seen in between was no change of it. */
import { minus } from '../oracles/bag.ts';
import type { LogQuery } from './query.ts';
import { isComplete, type Walk } from './walk.ts';
import type { WebhookLog } from './webhook-log.ts';

/** Readings of which one must be complete. */
const patience = 4;
/** Entries may change their status and nothing else. */
const queries: readonly LogQuery[] = [{}, { status: 'succeeded' }, { status: 'failed' }];

/** Whether each query has its first total again, and all items that it had. */
export async function isUnchanged(log: WebhookLog): Promise<boolean> {
  for (const query of queries) {
    const before = await log.walk(query);
    const now = await readComplete(log, query);
    if (now === undefined || now.total !== before.total || minus(before.bag, now.bag).size > 0) return false;
  }
  return true;
}

/** The first of a few readings that has as many items as its total. */
async function readComplete(log: WebhookLog, query: LogQuery): Promise<Walk | undefined> {
  for (let reading = 0; reading < patience; reading += 1) {
    const walk = await log.readExclusively(query);
    if (isComplete(walk) && walk.items.length === walk.total) return walk;
  }
  return undefined;
}
