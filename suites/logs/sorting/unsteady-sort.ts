/**
 * A sort whose ties are ordered anew for each page loses some items of a walk and repeats others, never the same ones: no two
 * readings agree, just as on a log that changes. Walks without the sort around each reading show that the log did not change.
 */
import type { CheckContext, LogQuery, Walk, WebhookLog } from '../../../src/suite.ts';
import { fail, logs } from '../../../src/suite.ts';

/** Sorted walks, each between two plain ones, that must all miss items. */
const requiredWalks = 3;

/** Fails if each walk under a sort misses items that the walks without it have, before and after. */
export async function expectSteadySort(t: CheckContext, log: WebhookLog, query: LogQuery): Promise<void> {
  if (query.sortBy === undefined || !(await t.logs.isFixed(query.sortBy))) return;
  const lossy = await t.exclusively((alone) => readLossy(alone.logs.byId(log.id), query));
  const [first, second] = lossy ?? [];
  if (first === undefined || second === undefined || !(await logs.isUnchanged(log))) return;
  fail(
    `with ${logs.describeQuery(query)}, each of ${requiredWalks} walks is missing different items, while the walks without it before and after agree: ${first.message}`,
    [...logs.proofOfWalk(first.walk, 'one sorted walk'), ...logs.proofOfWalk(second.walk, 'another one')],
    { illustrations: [logs.drawWalk(first.walk), logs.drawWalk(second.walk)] },
  );
}

interface LossyWalk {
  readonly walk: Walk;
  readonly message: string;
}

/** Sorted walks; undefined unless each misses items of the plain walks around it, which are the same. */
async function readLossy(log: WebhookLog, query: LogQuery): Promise<readonly LossyWalk[] | undefined> {
  const found: LossyWalk[] = [];
  let before = await log.read({});
  while (found.length < requiredWalks) {
    const walk = await log.read(query);
    const after = await log.read({});
    if (!logs.isSameReading(before, after) || walk.pages.some(({ page }) => page.totalItems !== after.total))
      return undefined;
    const lost = walk.end === 'end' || walk.end === 'endless' ? logs.permutes([after, walk]) : undefined;
    if (lost === undefined) return undefined;
    found.push({ walk, message: lost.message });
    before = after;
  }
  return found;
}
