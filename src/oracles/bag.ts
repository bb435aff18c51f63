/** Bags (multisets) of opaque items. Logs are compared as bags, since items need not be unique. */
export type Bag = ReadonlyMap<string, number>;

export function bagOf(items: Iterable<string>): Bag {
  const bag = new Map<string, number>();
  for (const item of items) bag.set(item, (bag.get(item) ?? 0) + 1);
  return bag;
}

/** Number of items, repetitions counted. */
export function sizeOf(bag: Bag): number {
  let size = 0;
  for (const count of bag.values()) size += count;
  return size;
}

/** All items of all bags, with their counts added. */
export function sum(...bags: readonly Bag[]): Bag {
  const total = new Map<string, number>();
  for (const bag of bags) for (const [item, count] of bag) total.set(item, (total.get(item) ?? 0) + count);
  return total;
}

/** The items that `a` has more often than `b`, counted by how much more often. */
export function minus(a: Bag, b: Bag): Bag {
  const remaining = new Map<string, number>();
  for (const [item, count] of a) {
    const more = count - (b.get(item) ?? 0);
    if (more > 0) remaining.set(item, more);
  }
  return remaining;
}

/** Whether `b` has every item of `a` at least as often. */
export function within(a: Bag, b: Bag): boolean {
  for (const [item, count] of a) if (count > (b.get(item) ?? 0)) return false;
  return true;
}

export function equal(a: Bag, b: Bag): boolean {
  return a.size === b.size && within(a, b) && within(b, a);
}

/** Whether the count of each item in `bag` lies between its counts in `a` and `b`, inclusive. */
export function between(bag: Bag, a: Bag, b: Bag): boolean {
  for (const item of new Set([...bag.keys(), ...a.keys(), ...b.keys()])) {
    const [count, ofA, ofB] = [bag, a, b].map((one) => one.get(item) ?? 0) as [number, number, number];
    if (count < Math.min(ofA, ofB) || count > Math.max(ofA, ofB)) return false;
  }
  return true;
}
