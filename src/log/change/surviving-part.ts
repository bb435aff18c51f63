/**
 * Compares walks of a log that loses its oldest entries for good. Two walks of such a log always differ, but an entry that is still
 * there must be in all of them. This saves the controlled reads that would otherwise follow each difference.
 */
import { bagOf, equal } from '../../oracles/bag.ts';
import { isThinned } from '../reading.ts';
import type { ReadableLog } from '../relations/relation-check.ts';
import { isComplete, type Walk } from '../walk.ts';

export interface SurvivingPart {
  /** The walks, without the items that are gone by now. */
  readonly walks: readonly Walk[];
  /** Number of exchanges that were sent for it. */
  readonly exchanges: number;
}

/**
 * Reduces walks to the items that a later plain walk still has. Undefined if no item is known to be gone, if the log changed in
 * another way, if a walk contradicts itself, or while a finding is confirmed: those cases need controlled reads.
 */
export async function survivingPart(log: ReadableLog, walks: readonly Walk[]): Promise<SurvivingPart | undefined> {
  const { confirms, plainTotal = 0, latestPlain } = log.memory;
  if (confirms || latestPlain === undefined || latestPlain.total >= plainTotal) return undefined;
  if (!walks.every(onlyLosesItems)) return undefined;
  const ended = Math.max(...walks.flatMap(({ pages }) => pages.map(({ exchange }) => exchange.number)));
  const isLater = ({ pages }: Walk) => pages.length > 0 && pages[0]!.exchange.number > ended;
  const now = isLater(latestPlain) ? latestPlain : await log.read({}, log.form);
  const exchanges = now === latestPlain ? 0 : now.pages.length;
  const before = await log.walk({});
  const isTold = before.bag.size === before.items.length && isComplete(before) && isComplete(now);
  if (!isTold || !(isThinned(before, now) || equal(before.bag, now.bag))) return undefined;
  return { walks: walks.map((walk) => restricted(walk, now)), exchanges };
}

/** Whether a walk is complete, and its number of items fits its totals, which may have fallen while it was read. */
function onlyLosesItems({ end, items, pages, total }: Walk): boolean {
  const totals = pages.map(({ page }) => page.totalItems);
  const last = totals.at(-1);
  if (end !== 'end' || last === undefined) return false;
  const isFalling = totals.every((one, at) => one <= (totals[at - 1] ?? total));
  return isFalling && items.length <= total && items.length >= last;
}

function restricted(walk: Walk, { bag }: Walk): Walk {
  const items = walk.items.filter((item) => bag.has(item));
  return { ...walk, items, bag: bagOf(items), total: items.length };
}
