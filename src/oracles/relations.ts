/**
 * Relations between bags of items: each returns what is wrong with the difference drawn, or undefined. They hold on every
 * conforming server: none assumes unique items, an order of ties, or a convention for bounds.
 */
import { cutText } from '../core/text.ts';
import type { BagDifference } from '../core/verdict.ts';
import { type Bag, equal, minus, sizeOf, sum, within } from './bag.ts';

/** A relation that does not hold. The caller, which has the exchanges, adds the proof. */
export interface BagFinding {
  readonly kind: 'bags-differ' | 'not-contained';
  readonly message: string;
  readonly illustrations: readonly BagDifference[];
}

/** Items listed per side of a difference; all are counted. */
const listedItems = 5;

export function difference(left: string, a: Bag, right: string, b: Bag): BagDifference {
  const missing = minus(b, a);
  const surplus = minus(a, b);
  return {
    kind: 'bags',
    left,
    right,
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

/** A label such as `W(status=failed) + W(no filter)` in a sentence: all items that these walks yield. */
function spoken(label: string): string {
  const queries = label.split(' + ').map((walk) => /^W\((.*)\)$/.exec(walk)?.[1]);
  if (queries.some((query) => query === undefined)) return label;
  const named = queries.map((query) => (query === 'succeeded' || query === 'failed' ? `status=${query}` : query));
  return named.length === 1 ? `the walk with ${named[0]}` : `the walks with ${named.join(' and with ')} together`;
}

/** Whether a label names several walks, or things in the plural. */
const isSeveral = (label: string): boolean => label.includes(') + W(') || label.startsWith('the pages');

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
export function sameBag(left: string, a: Bag, right: string, b: Bag): BagFinding | undefined {
  if (equal(a, b)) return undefined;
  const drawn = difference(left, a, right, b);
  const message = `${spoken(left)} ${isSeveral(left) ? 'differ' : 'differs'} from ${spoken(right)}: ${describeDifference(drawn)}`;
  return { kind: 'bags-differ', message, illustrations: [drawn] };
}

/** Every item of `part` must be in `whole`, at least as often. */
export function partOf(left: string, part: Bag, right: string, whole: Bag): BagFinding | undefined {
  if (within(part, whole)) return undefined;
  const drawn = { ...difference(left, part, right, whole), missing: [], missingCount: 0 };
  const message = `${spoken(left)} ${isSeveral(left) ? 'have' : 'has'} items that ${spoken(right)} ${isSeveral(right) ? 'do' : 'does'} not have: ${describeDifference(drawn)}`;
  return { kind: 'not-contained', message, illustrations: [drawn] };
}

/** The parts together must be the whole: nothing lost, nothing twice (§3, §4.4). */
export function partition(
  parts: readonly (readonly [string, Bag])[],
  right: string,
  whole: Bag,
): BagFinding | undefined {
  return sameBag(parts.map(([name]) => name).join(' + '), sum(...parts.map(([, bag]) => bag)), right, whole);
}
