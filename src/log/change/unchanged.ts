/** Whether a log is the same at the end of a run as at the first reading: then differences in between were not changes of the log. */
import { minus } from '../../oracles/bag.ts';
import { parsePage } from '../../schema/page.ts';
import type { LogQuery } from '../query.ts';
import { isComplete, isConsistent, type Manner, readFirst, type Walk } from '../walk.ts';
import type { WebhookLog } from '../webhook-log.ts';

/** Readings of which one must be complete. */
const patience = 4;
/** Entries may change their status and nothing else. */
const queries: readonly LogQuery[] = [{}, { status: 'succeeded' }, { status: 'failed' }];

/**
 * Whether each query has its first total again, and all items that it had. A first walk that contradicts itself proves nothing: the
 * items that it lacks may have arrived since.
 */
export async function isUnchanged(log: WebhookLog): Promise<boolean> {
  for (const query of queries) {
    const shared = await log.walk(query);
    if (!isConsistent(shared) || !(await isReadAgain(log, query, shared))) return false;
  }
  return true;
}

/**
 * Whether several first pages of a search, of the plain one unless given, all have another total than its first walk had: then entries have
 * arrived or left. False if that is not certain.
 */
export async function hasAnotherTotal(log: WebhookLog, query: LogQuery = {}): Promise<boolean> {
  const before = await firstConsistent(log, query);
  if (before === undefined) return false;
  for (let reading = 0; reading < patience; reading += 1) {
    const total = (await readTotal(log, query, { pastCaches: true })) ?? (await readTotal(log, query, {}));
    if (total === undefined || total === before.total) return false;
  }
  return true;
}

/**
 * Whether entries have arrived or left since the first walk, or have changed their status if a filter or a sort depends on it. Several
 * caches, one for each node or for each way to write a URL, then return what the log had at different times.
 */
export async function hasChanged(log: WebhookLog, { status, sortBy }: LogQuery): Promise<boolean> {
  if (await hasAnotherTotal(log)) return true;
  if (status === undefined && sortBy === undefined) return false;
  return hasAnotherTotal(log, { status: status ?? 'succeeded' });
}

async function readTotal(log: WebhookLog, query: LogQuery, manner: Manner): Promise<number | undefined> {
  return parsePage((await readFirst(log.client, { ...log.where(query), ...manner })).response)?.totalItems;
}

/** The shared walk of a query, or the first later one if the shared one contradicts itself. */
async function firstConsistent(log: WebhookLog, query: LogQuery): Promise<Walk | undefined> {
  const shared = await log.walk(query);
  return isConsistent(shared) && log.repeatOnPage(shared) === undefined ? shared : log.firstConsistent(query);
}

/**
 * The walks that were read while the log was as it is now; undefined if it has changed. If the first walk of a query contradicts
 * itself, the first later one that does not stands in for it, from the moment on at which lagging readings have settled.
 */
export async function readWhileUnchanged(
  log: WebhookLog,
  walks: readonly Walk[],
): Promise<readonly Walk[] | undefined> {
  let unchanged = walks;
  for (const query of queries) {
    const shared = await log.walk(query);
    const before = await firstConsistent(log, query);
    if (before === undefined || !(await isReadAgain(log, query, before))) return undefined;
    const lagMs = before === shared ? 0 : log.client.longestLagMs;
    unchanged = unchanged.filter((walk) => hasBegunAfter(walk, before, lagMs));
  }
  return unchanged;
}

/** Whether a walk began at least `lagMs` after another. Their numbers are compared, too: several may begin within a millisecond. */
function hasBegunAfter(walk: Walk, other: Walk, lagMs: number): boolean {
  const [start, from] = [walk.pages[0]?.exchange, other.pages[0]?.exchange];
  if (start === undefined || from === undefined) return false;
  return start.number > from.number && start.startedAt >= from.startedAt + lagMs;
}

/**
 * Whether one of a few readings has the items and the total of an earlier walk. If one of several nodes lacks an entry, the others
 * still have it.
 */
async function isReadAgain(log: WebhookLog, query: LogQuery, before: Walk): Promise<boolean> {
  for (let reading = 0; reading < patience; reading += 1) {
    const now = await readNow(log, query);
    const isWhole = isComplete(now) && now.items.length === now.total;
    if (isWhole && now.total === before.total && minus(before.bag, now.bag).size === 0) return true;
  }
  return false;
}

/** A walk past any cache, or as usual if the target rejects the unknown parameter of such searches. */
function readNow(log: WebhookLog, query: LogQuery): Promise<Walk> {
  return log.exclusively(async (alone) => {
    const walk = await alone.read(query, alone.form, { pastCaches: true });
    return walk.pages.length > 0 ? walk : alone.read(query);
  });
}
