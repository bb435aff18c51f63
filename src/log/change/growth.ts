/**
 * Tells a log that grows from a server that answers differently each time, by comparing two readings of one query. A log has
 * grown only if items arrived that no earlier reading had and the totals follow; the oldest may leave as new ones arrive.
 * Known items that vanish or repeat, and another bag at the same total without arrivals, are not growth.
 */
import { type Bag, minus, sizeOf, within } from '../../oracles/bag.ts';
import type { Page } from '../../schema/page.ts';
import { type Reading, readingsAgree, rollsBy } from '../reading.ts';

/** How the result of a query changed between two readings of it. */
export type Change =
  | { readonly kind: 'same' }
  /** New items arrived and the totals follow. `complete`: both readings have as many items as their total. */
  | { readonly kind: 'grown'; readonly complete: boolean }
  /** No new item at the same total: not growth, unless the next reading shows what replaced the missing items. */
  | { readonly kind: 'vanished' }
  /** No new item at another total. */
  | { readonly kind: 'shrunk' }
  /** Other items, which growth does not explain. */
  | { readonly kind: 'unstable' };

/** How often an item was seen, at most, before the earlier of two readings began. */
export type SeenBefore = (item: string) => number;

/**
 * How a log changed between two searches for everything, as their first pages show: `grown` has more entries, `rolled` has new
 * ones in place of the oldest, and `rewritten` has other items throughout, for example because each contains its age. A smaller total is no
 * change here, since the searches themselves may remove entries.
 */
export type LogChange = 'none' | 'grown' | 'rolled' | 'rewritten';

/** Compares the first pages of two searches; undefined for a search that was rejected, which shows no change. */
export function changeBetween(earlier: Page | undefined, later: Page | undefined): LogChange {
  if (earlier === undefined || later === undefined) return 'none';
  if (earlier.totalItems !== later.totalItems) return later.totalItems > earlier.totalItems ? 'grown' : 'none';
  if (earlier.data.length > 0 && !later.data.some((item) => earlier.data.includes(item))) return 'rewritten';
  // Either the newest entries come first, or the oldest.
  return rollsBy(earlier.data, later.data) || rollsBy(later.data, earlier.data) ? 'rolled' : 'none';
}

export function compareReadings(earlier: Reading, later: Reading, seenBefore: SeenBefore): Change {
  if (readingsAgree(earlier, later)) return { kind: 'same' };
  if (isGrowth(earlier, later, seenBefore))
    return { kind: 'grown', complete: [earlier, later].every(({ bag, total }) => sizeOf(bag) === total) };
  if (!within(later.bag, earlier.bag)) return { kind: 'unstable' };
  return { kind: earlier.total === later.total ? 'vanished' : 'shrunk' };
}

function isGrowth(earlier: Reading, later: Reading, seenBefore: SeenBefore): boolean {
  const arrived = arrivals(earlier.bag, later.bag, seenBefore);
  if (later.lastTotal > later.total && arrived.size > 0) return true;
  const added = sizeOf(minus(later.bag, earlier.bag));
  if (sizeOf(arrived) !== added) return false;
  const gone = sizeOf(minus(earlier.bag, later.bag));
  if (added > 0 && later.total - earlier.total === added - gone) return true;
  return (gone === 0 && totalsRose(earlier, later)) || (added > 0 && totalsStayed(earlier, later));
}

/** What the later reading has that neither the earlier one nor any reading before it had. */
export function arrivals(earlier: Bag, later: Bag, seenBefore: SeenBefore): Bag {
  const most = [...later.keys()].map((item): [string, number] => [
    item,
    Math.max(earlier.get(item) ?? 0, seenBefore(item)),
  ]);
  return minus(later, new Map(most));
}

/** The total that a reading ended with; only of a reading to the end is the last page's total that. */
const finalTotal = ({ end, total, lastTotal }: Reading): number => (end === 'end' ? lastTotal : total);

/** Growth while the pages were read: totals only rise, and each reading has as many items as one of its totals, or between. */
function totalsRose(earlier: Reading, later: Reading): boolean {
  const totals = [earlier.total, finalTotal(earlier), later.total, finalTotal(later)] as const;
  const monotone = totals.every((total, index) => index === 0 || total >= totals[index - 1]!);
  const fits = [earlier, later].every((reading) => {
    const size = sizeOf(reading.bag);
    return size >= reading.total && size <= finalTotal(reading);
  });
  return monotone && fits && totals[3] > totals[0];
}

/**
 * A ring, which drops its oldest item for each new one, has one total throughout. How many items left proves nothing then:
 * a walk may miss items that leave while it is read, or have more than the total.
 */
function totalsStayed(earlier: Reading, later: Reading): boolean {
  return [finalTotal(earlier), later.total, finalTotal(later)].every((total) => total === earlier.total);
}

/** The highest count of each item in the readings so far, and the exchange after which it was reached. */
export class SeenItems {
  readonly #steps = new Map<string, { readonly ended: number; readonly count: number }[]>();

  /** @param ended the exchange that ended the reading; readings may be added in any order */
  add(bag: Bag, ended: number): void {
    for (const [item, count] of bag) {
      const steps = this.#steps.get(item);
      if (steps === undefined) this.#steps.set(item, [{ ended, count }]);
      else if (!steps.some((step) => step.ended <= ended && step.count >= count)) steps.push({ ended, count });
    }
  }

  /** The highest count in readings that ended before an exchange. */
  mostBefore(item: string, began: number): number {
    let most = 0;
    for (const { ended, count } of this.#steps.get(item) ?? []) if (ended < began && count > most) most = count;
    return most;
  }
}

/** Compares readings of one log and remembers their items, so that an item that comes back is not taken for a new one. */
export class ReadingHistory {
  readonly #all = new SeenItems();
  readonly #byQuery = new Map<string, SeenItems>();

  compare(earlier: Reading, later: Reading): Change {
    const ofQuery = this.#byQuery.get(earlier.query) ?? new SeenItems();
    this.#byQuery.set(earlier.query, ofQuery);
    const change = compareReadings(earlier, later, (item) => {
      // Readings of other queries count for unique items only: of an item that repeats, a filter may show fewer.
      const unique = later.bag.get(item) === 1 && this.#all.mostBefore(item, earlier.began) === 1;
      return Math.max(ofQuery.mostBefore(item, earlier.began), unique ? 1 : 0);
    });
    if (change.kind !== 'same')
      for (const { bag, ended } of [earlier, later]) for (const seen of [ofQuery, this.#all]) seen.add(bag, ended);
    return change;
  }
}
