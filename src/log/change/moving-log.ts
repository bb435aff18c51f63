/**
 * Tells whether a log has changed since before a finding that is confirmed now. A violation on a log that moves may be due to what
 * lags behind, so that it decides nothing.
 */
import { type Bag, minus, within } from '../../oracles/bag.ts';
import { describeQuery, isPlain, type LogQuery } from '../query.ts';
import { agreeAsFarAsRead, hasMore, hasMoved, hasRolled, isSameReading, isThinned, isTrimmed } from '../reading.ts';
import type { Walk } from '../walk.ts';
import type { WebhookLog } from '../webhook-log.ts';
import { hasChangedBehindCache, hasOutgrown } from './outdated.ts';

/** What may still change although the plain search stays the same. */
const ofStatus: LogQuery = { status: 'succeeded' };

/** How many later readings must lack items before they count as gone. */
const readingsWithout = 2;

/**
 * A walk of the query that was read before the finding that is confirmed now, or else the first one read to confirm it;
 * undefined if none is confirmed.
 */
export async function earlierWalk(log: WebhookLog, query: LogQuery = {}): Promise<Walk | undefined> {
  const { earlier, earlierInWindow, scope, confirms, walks } = log.memory;
  const key = describeQuery(log.scoped(query));
  const known = isPlain(scope) ? earlier.get(key) : earlierInWindow;
  return known ?? (confirms ? walks.get(key) : undefined);
}

/** Whether the log has grown since a walk with a filter, as a walk without the filter shows. */
export async function hasGrownSince(log: WebhookLog, { query }: Walk): Promise<boolean> {
  if (describeQuery(query) === describeQuery(log.memory.scope)) return false;
  const [base, now] = [await log.walk(), await log.readExclusively({})];
  // Any item that the earlier walk did not have may be new: a plain query that varies is judged by itself.
  return !isSameReading(base, now) && (log.isGrown(base, now) || !within(now.bag, base.bag));
}

/**
 * Whether the log has changed since before the finding that is confirmed now. A plain search may miss that: if it covers only the
 * last few days, older entries can leave unnoticed. So the judged queries are compared, too. Entries of a window neither come nor go,
 * but may change their status.
 * @param latest walks of the last moment, alone: a query whose walk agrees with the earlier one is not read again
 */
export async function isMoving(
  log: WebhookLog,
  queries: readonly LogQuery[],
  latest: readonly Walk[] = [],
): Promise<boolean> {
  const judged = isPlain(log.scope) ? queries.filter((query) => !isPlain(query)) : [];
  const known: (readonly [query: LogQuery, earlier: Walk])[] = [];
  for (const query of [{}, ...judged]) {
    const earlier = await earlierWalk(log, query);
    if (earlier !== undefined) known.push([query, earlier]);
  }
  const mayMoveByStatus = queries.some(({ status, sortBy }) => status !== undefined || sortBy !== undefined);
  if (!isPlain(log.scope) && log.memory.confirms && mayMoveByStatus) known.push([ofStatus, await log.walk(ofStatus)]);
  // Before any wait, and where a cache lives longer than one.
  if (isPlain(log.scope) && log.memory.confirms)
    for (const [, earlier] of known) if (await hasChangedBehindCache(log, earlier)) return true;
  for (const [query, earlier] of known) {
    if (latest.some((walk) => isSettledLike(log, earlier, walk))) continue;
    if (await hasChangedSince(log, earlier, query)) return true;
  }
  return false;
}

/** Whether a log that the run judges as a whole has changed since the run first read it, as searches past any cache show. */
export async function hasChangedInRun(log: WebhookLog): Promise<boolean> {
  const { walks, underWay, scope } = log.memory;
  if (!isPlain(scope)) return false;
  for (const query of [{}, ofStatus]) {
    const read = walks.get(describeQuery(query));
    const first = read === undefined || underWay.has(read) ? undefined : await read.catch(() => undefined);
    if (first !== undefined && (await hasChangedBehindCache(log, first))) return true;
  }
  return false;
}

const startOf = ({ pages }: Walk): number => pages[0]?.exchange.startedAt ?? 0;

/** Whether a walk has the same query as an earlier one, agrees with it and does not lag behind it. */
function isSettledLike({ client }: WebhookLog, earlier: Walk, walk: Walk): boolean {
  return (
    walk.form === earlier.form &&
    describeQuery(walk.query) === describeQuery(earlier.query) &&
    startOf(walk) >= startOf(earlier) + client.longestLagMs &&
    agreeAsFarAsRead(earlier, walk)
  );
}

async function hasChangedSince(log: WebhookLog, earlier: Walk, query: LogQuery): Promise<boolean> {
  await log.settleSince(earlier);
  const { form } = isPlain(query) ? log : earlier;
  const read = () => log.exclusively((alone) => alone.read(query, form));
  const now = await read();
  if (agreeAsFarAsRead(earlier, now)) return false;
  if (log.isGrown(earlier, now) || isTrimmed(earlier, now) || hasRolled(earlier, now)) return true;
  if (hasOutgrown(earlier, now)) return true;
  // All entries of a window may have left.
  if (!isPlain(log.scope) && now.items.length === 0 && now.total === 0) return true;
  // Of a walk that was cut or rejected, the total alone tells what was added or left behind the last page that was read.
  if ([earlier, now].some(({ end }) => end !== 'end')) {
    const later = [await read(), await read()];
    return hasMoved([earlier, now, ...later].map(({ total }) => total));
  }
  if (isThinned(earlier, now)) return stayAway(log, minus(earlier.bag, now.bag), read);
  if (!hasMore(earlier, now)) return false;
  await log.client.clock.sleep(log.client.settleMs);
  return hasMore(now, await read());
}

/** Whether no later reading has any of these items. A target that only drops items from some responses shows them again. */
async function stayAway({ client }: WebhookLog, gone: Bag, read: () => Promise<Walk>): Promise<boolean> {
  for (let reading = 0; reading < readingsWithout; reading += 1) {
    await client.clock.sleep(client.settleMs);
    const { bag } = await read();
    if ([...gone.keys()].some((item) => bag.has(item))) return false;
  }
  return true;
}
