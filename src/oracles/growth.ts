/**
 * Tells a log that lives from a server that answers differently each time. A log is live only when items arrive that no
 * earlier read had and the total follows; the oldest may leave as new ones come. Known items that vanish or repeat, or
 * another bag at the same total without arrivals, are no growth.
 */
import { type Bag, minus, sizeOf } from './bag.ts';

export interface Reading {
  readonly bag: Bag;
  /** `totalItems` of its first page. */
  readonly total: number;
  /** `totalItems` of its last page, where it was read to its end: a log may grow under a walk. Default `total`. */
  readonly last?: number;
}

/** The highest count of each item in the reads so far, and when it was reached: by number of an exchange. */
export class Seen {
  readonly #steps = new Map<string, { readonly at: number; readonly count: number }[]>();

  /** @param at the exchange that ended the read; reads come in any order. */
  add(bag: Bag, at: number): void {
    for (const [item, count] of bag) {
      const steps = this.#steps.get(item);
      if (steps === undefined) this.#steps.set(item, [{ at, count }]);
      else if (!steps.some((step) => step.at <= at && step.count >= count)) steps.push({ at, count });
    }
  }

  /** Of the reads that ended before an exchange. */
  most(item: string, before: number): number {
    let most = 0;
    for (const { at, count } of this.#steps.get(item) ?? []) if (at < before && count > most) most = count;
    return most;
  }
}

/** How often an item was had before the earlier of two reads began. */
export type Known = (item: string) => number;

/** What the later read has that neither the earlier one nor any before it had. */
export function arrivals(earlier: Bag, later: Bag, known: Known): Bag {
  const most = [...later.keys()].map((item): [string, number] => [item, Math.max(earlier.get(item) ?? 0, known(item))]);
  return minus(later, new Map(most));
}

/** Whether `later` is `earlier` grown: something new came, nothing known came back or repeats, and the totals follow. */
export function grew(earlier: Reading, later: Reading, known: Known): boolean {
  const added = sizeOf(minus(later.bag, earlier.bag));
  if (sizeOf(arrivals(earlier.bag, later.bag, known)) !== added) return false;
  const gone = sizeOf(minus(earlier.bag, later.bag));
  if (added > 0 && later.total - earlier.total === added - gone) return true;
  return (gone === 0 && rose(earlier, later)) || rolled(earlier, later, added);
}

/** Growth under the walks themselves: totals only rise, and each read fits between its own, so that what came does too. */
function rose(earlier: Reading, later: Reading): boolean {
  const totals = [earlier.total, earlier.last ?? earlier.total, later.total, later.last ?? later.total] as const;
  const monotone = totals.every((total, index) => index === 0 || total >= totals[index - 1]!);
  const fits = ([earlier, later] as const).every(
    ({ bag, total, last = total }) => sizeOf(bag) >= total && sizeOf(bag) <= last,
  );
  return monotone && fits && totals[3] > totals[0];
}

/**
 * A ring that turned under the walks: one total throughout, while new items came. How many left proves nothing then: a
 * walk may miss, or have beyond the total, what leaves and comes on its way.
 */
function rolled(earlier: Reading, later: Reading, added: number): boolean {
  const totals = [earlier.last ?? earlier.total, later.total, later.last ?? later.total];
  return added > 0 && totals.every((total) => total === earlier.total);
}

/** Items left and none came: no growth, unless the next read shows what came in their place. */
export function onlyVanished(earlier: Reading, later: Reading): boolean {
  return earlier.total === later.total && minus(later.bag, earlier.bag).size === 0;
}
