/**
 * Tells a log that lives from a server that answers differently each time. A log is live only when items arrive that no
 * earlier read had and the total follows; the oldest may leave as new ones come. Known items that vanish or repeat, or
 * another bag at the same total without arrivals, are no growth.
 */
import { type Bag, minus, sizeOf } from './bag.ts';

export interface Reading {
  readonly bag: Bag;
  readonly total: number;
}

/** The highest count of each item in any earlier read of this log. */
export class Seen {
  readonly #most = new Map<string, number>();

  add(bag: Bag): void {
    for (const [item, count] of bag) if (count > (this.#most.get(item) ?? 0)) this.#most.set(item, count);
  }

  /** What a bag has that no earlier read had. */
  arrivals(bag: Bag): Bag {
    return minus(bag, this.#most);
  }
}

/** Whether `later` is `earlier` grown: something new came, nothing known came back or repeats, and the total follows. */
export function grew(earlier: Reading, later: Reading, seenBefore: Seen): boolean {
  const added = minus(later.bag, earlier.bag);
  if (added.size === 0) return false;
  if (sizeOf(seenBefore.arrivals(later.bag)) !== sizeOf(added)) return false;
  const gone = sizeOf(minus(earlier.bag, later.bag));
  return later.total - earlier.total === sizeOf(added) - gone;
}
