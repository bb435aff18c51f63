/**
 * What walks of different moments must agree on where the oldest entries of a log leave for good: all that is still there. Such
 * a log changes under every two walks, and reading all of them again until none has left meanwhile costs as many requests again.
 */
import { bagOf, equal } from '../oracles/bag.ts';
import { isThinned } from './reading.ts';
import type { ReadableLog } from './relation-check.ts';
import { isComplete, type Walk } from './walk.ts';

export interface SurvivingPart {
  /** The walks without the items that have left since. */
  readonly walks: readonly Walk[];
  /** How many exchanges this took. */
  readonly exchanges: number;
}

/**
 * The part of walks that the plain search still has after them. Undefined where nothing was seen to leave, where more than
 * that has changed, and where a walk contradicts itself: then only controlled readings tell. Nor does it serve to confirm a finding.
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

/** Whether a walk was read to its end and has as many items as its totals, which only fell while it was read. */
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
