/**
 * Relations between walks, as pure functions: what is wrong in one sentence with its bag difference, or nothing. Sound
 * for every server that keeps the specification: nothing here assumes unique items, a tie order or a bound convention.
 */
import type { BagDifference, Illustration } from '../core/verdict.ts';
import { type Bag, equal, minus, sizeOf, sum, within } from './bag.ts';

export interface Relation {
  readonly message: string;
  readonly illustrations: readonly Illustration[];
}

/** Items of a difference that are shown. */
const shown = 5;

export function difference(left: string, a: Bag, right: string, b: Bag): BagDifference {
  const missing = minus(b, a);
  const surplus = minus(a, b);
  return {
    kind: 'bags',
    left,
    right,
    missing: [...missing.keys()].slice(0, shown).map(truncate),
    surplus: [...surplus.keys()].slice(0, shown).map(truncate),
    missingCount: sizeOf(missing),
    surplusCount: sizeOf(surplus),
  };
}

/** An item as a message shows it. */
export function truncate(item: string): string {
  return item.length <= 80 ? item : `${item.slice(0, 77)}…`;
}

function amounts({ missingCount, surplusCount, missing, surplus }: BagDifference): string {
  const parts = [];
  if (missingCount > 0) parts.push(`${missingCount} missing (such as ${missing[0]})`);
  if (surplusCount > 0) parts.push(`${surplusCount} too many (such as ${surplus[0]})`);
  return parts.join(', ');
}

/** `a` and `b` hold the same items, each as often. */
export function sameBag(left: string, a: Bag, right: string, b: Bag): Relation | undefined {
  if (equal(a, b)) return undefined;
  const differs = difference(left, a, right, b);
  return { message: `${left} differs from ${right}: ${amounts(differs)}`, illustrations: [differs] };
}

/** Every item of `part` is in `whole`, as often at least. */
export function partOf(left: string, part: Bag, right: string, whole: Bag): Relation | undefined {
  if (within(part, whole)) return undefined;
  const differs = difference(left, part, right, whole);
  const only = { ...differs, missing: [], missingCount: 0 };
  return { message: `${left} has what ${right} does not: ${amounts(only)}`, illustrations: [only] };
}

/** The parts together are the whole: nothing lost, nothing twice (§3, §4.4). */
export function partition(parts: readonly (readonly [string, Bag])[], right: string, whole: Bag): Relation | undefined {
  return sameBag(parts.map(([name]) => name).join(' + '), sum(...parts.map(([, bag]) => bag)), right, whole);
}
