/** Reads the walks that all checks share: in the cursor style that keeps the query, and alone if other searches end its cursors. */
import { defined } from '../core/defined.ts';
import { describeQuery, isPlain, type LogQuery } from './query.ts';
import { isComplete, isConsistent, type KnownPages, otherStyle, type Walk } from './walk.ts';
import type { WebhookLog } from './webhook-log.ts';
import { isNarrowed } from './webhook-memory.ts';

/** Reads a walk again, alone, if a rejected cursor ended it. If that succeeds, other searches invalidate cursors. */
export async function readUndisturbed(log: WebhookLog, query: LogQuery): Promise<Walk> {
  const { cursor } = log.memory;
  const read = await readInBestStyle(log, query);
  const isEnded = read.end === 'refused' && read.pages.length > 0;
  if (!isEnded || cursor.endsWithOthers === false || log.client.isExclusive) return read;
  const again = await log.exclusively((alone) => readInBestStyle(alone, query));
  cursor.endsWithOthers ??= isComplete(again);
  return isComplete(again) ? again : read;
}

/** Reads in the cursor style that is known to work. Tries the other one if the first shows a problem. */
export async function readInBestStyle(log: WebhookLog, query: LogQuery): Promise<Walk> {
  const { cursor } = log.memory;
  const plain = isPlain(log.scoped(query));
  const first = await log.read(query, log.form, {}, await knownOf(log, query));
  if (isConsistent(first) && !plain && first.pages.length > 1) cursor.form ??= first.form;
  if (isConsistent(first) || plain || first.pages.length === 0 || first.end === 'cut') return first;
  const second = await log.read(query, otherStyle(first.form));
  if (isConsistent(second)) {
    if (isNarrowed(second, log.memory)) cursor.form ??= second.form;
    else if (first.end === 'refused') cursor.accepted ??= second.form;
    return second;
  }
  // A style that is rejected shows nothing, so the walk of the other one is judged.
  return first.end === 'refused' && second.end !== 'refused' ? second : first;
}

/** What is known of a query: its only page, or a complete walk of the same query without the sort, which may have the same order. */
async function knownOf(log: WebhookLog, query: LogQuery): Promise<KnownPages> {
  const { sharesPages, onlyPages } = log.memory;
  if (!sharesPages) return {};
  const only = onlyPages.get(describeQuery(log.scoped(query)));
  const { sortBy, sortDirection, ...rest } = query;
  if (only !== undefined || (sortBy === undefined && sortDirection === undefined)) return { first: only };
  const like =
    (sortBy === undefined ? undefined : await log.known(defined({ ...rest, sortDirection }))) ??
    (await log.known(rest));
  return like !== undefined && isConsistent(like) ? { like } : {};
}
