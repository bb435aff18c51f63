/**
 * Relations between bags of items: each returns what is wrong with the difference drawn, or undefined. They hold on every
 * conforming server: none assumes unique items, an order of ties, or a convention for bounds.
 */
import { cutText, idOfItem } from '../core/text.ts';
import type { BagDifference } from '../core/verdict.ts';
import { type Bag, equal, minus, sizeOf, within } from './bag.ts';

/** A relation that does not hold. The caller, which has the exchanges, adds the proof. */
export interface BagFinding {
  readonly kind: 'bags-differ' | 'not-contained';
  readonly message: string;
  readonly illustrations: readonly BagDifference[];
}

/** Items listed per side of a difference; all are counted. */
const listedItems = 5;

/** Items with the words that name them in a sentence. */
export interface NamedBag {
  readonly name: string;
  /** Whether the name is in the plural: "the walks with status=succeeded and with status=failed together". */
  readonly isPlural?: boolean;
  readonly bag: Bag;
}

export function difference(left: NamedBag, right: NamedBag): BagDifference {
  const missing = minus(right.bag, left.bag);
  const surplus = minus(left.bag, right.bag);
  return {
    kind: 'bags',
    left: left.name,
    right: right.name,
    missing: [...missing.keys()].slice(0, listedItems).map(truncate),
    surplus: [...surplus.keys()].slice(0, listedItems).map(truncate),
    missingCount: sizeOf(missing),
    surplusCount: sizeOf(surplus),
  };
}

/** An item as messages show it: at most 80 characters. */
export function truncate(item: string): string {
  return item.length <= 80 ? item : `${cutText(item, 77)}…`;
}

/** An item as drawings name it: a JSON object by its id, if it has one. */
export function nameItem(item: string): string {
  return idOfItem(item) ?? truncate(item);
}

/** Two differences in a sentence, without those that are none: "73 items missing". */
export function countsInWords({
  missingCount,
  surplusCount,
}: Pick<BagDifference, 'missingCount' | 'surplusCount'>): string {
  const [missing, surplus] = [`${missingCount} items missing`, `${surplusCount} items too many`];
  if (surplusCount === 0) return missing;
  return missingCount === 0 ? surplus : `${missing} and ${surplus}`;
}

function describeDifference({ missingCount, surplusCount, missing, surplus }: BagDifference): string {
  const parts = [];
  if (missingCount > 0) parts.push(`${missingCount} missing (such as ${missing[0]})`);
  if (surplusCount > 0) parts.push(`${surplusCount} too many (such as ${surplus[0]})`);
  return parts.join(', ');
}

/** Both bags must hold the same items, each as often. */
export function sameBag(left: NamedBag, right: NamedBag): BagFinding | undefined {
  if (equal(left.bag, right.bag)) return undefined;
  const drawn = difference(left, right);
  const message = `${left.name} ${left.isPlural ? 'differ' : 'differs'} from ${right.name}: ${describeDifference(drawn)}`;
  return { kind: 'bags-differ', message, illustrations: [drawn] };
}

/** Every item of `part` must be in `whole`, at least as often. */
export function partOf(part: NamedBag, whole: NamedBag): BagFinding | undefined {
  if (within(part.bag, whole.bag)) return undefined;
  const drawn = { ...difference(part, whole), missing: [], missingCount: 0 };
  const message = `${part.name} ${part.isPlural ? 'have' : 'has'} items that ${whole.name} ${whole.isPlural ? 'do' : 'does'} not have: ${describeDifference(drawn)}`;
  return { kind: 'not-contained', message, illustrations: [drawn] };
}
