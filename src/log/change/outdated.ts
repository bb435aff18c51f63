/**
 * Caches that live longer than a run waits. The same address returns the same page until the cache expires, so a log that changes seems
 * to stay the same; its pages, and searches of it, then contradict each other. Searches past any cache show that it has changed.
 */
import { parsePage } from '../../schema/page.ts';
import { hasMore, hasRolled, isTrimmed } from '../reading.ts';
import { isConsistent, readFirst, type Walk } from '../walk.ts';
import type { WebhookLog } from '../webhook-log.ts';

/** Readings past any cache that must all show a change: what a target loses from some responses is in others. */
const readings = 2;

/**
 * Whether a log has changed since an earlier walk, as searches past any cache show. A first page that is as it was is enough to say no.
 * A target that rejects the unknown parameter of such searches does not tell.
 */
export function hasChangedBehindCache(log: WebhookLog, earlier: Walk): Promise<boolean> {
  return log.exclusively(async (alone) => {
    const { query, form } = earlier;
    const first = await readFirst(alone.client, { ...alone.where(query), form, pastCaches: true });
    const page = parsePage(first.response);
    const known = earlier.pages[0]?.page;
    // A target may take the parameter for a filter: then a log that is empty by mistake seems to have got its entries.
    if (page === undefined || page.totalItems === 0 || (known?.totalItems ?? 0) === 0) return false;
    if (page.totalItems === known?.totalItems && page.data.join() === known.data.join()) return false;
    for (let reading = 0; reading < readings; reading += 1) {
      const now = await alone.read(query, form, { pastCaches: true }, reading === 0 ? { first } : {});
      if (!hasChanged(alone, earlier, now)) return false;
    }
    return true;
  });
}

function hasChanged(log: WebhookLog, earlier: Walk, now: Walk): boolean {
  if (!isConsistent(earlier) || now.end !== 'end') return isBeyond(totalsOf(earlier), totalsOf(now));
  return (
    log.isGrown(earlier, now) ||
    isTrimmed(earlier, now) ||
    hasRolled(earlier, now) ||
    hasMore(earlier, now) ||
    hasOutgrown(earlier, now)
  );
}

/**
 * Whether a log has other totals than before, if pages of a walk have different ones: such a walk, as where replicas answer in turn,
 * may have any items twice and others not at all.
 */
export function hasOutgrown(earlier: Walk, now: Walk): boolean {
  return !(isConsistent(earlier) && isConsistent(now)) && isBeyond(totalsOf(earlier), totalsOf(now));
}

/** The totals of a walk, and the number of its items if it was read to its end: a total alone may be that of another search. */
const totalsOf = ({ pages, items, end }: Walk): readonly number[] => [
  ...pages.map(({ page }) => page.totalItems),
  ...(end === 'end' ? [items.length] : []),
];

/** Whether all later totals lie above all earlier ones, or all below. Those of a walk that contradicts itself tell no more. */
function isBeyond(earlier: readonly number[], later: readonly number[]): boolean {
  if (earlier.length === 0 || later.length === 0) return false;
  return Math.min(...later) > Math.max(...earlier) || Math.max(...later) < Math.min(...earlier);
}
