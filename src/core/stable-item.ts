/**
 * The part of an item that stays the same if each reading changes the rest, such as the time of the reading, an age or the number of
 * the request. If there is no such part, all items count as equal.
 */

/** Turns the canonical form of an item into the one in which items are compared. */
export type ItemForm = (item: string) => string;

type Members = Readonly<Record<string, unknown>>;

export const equalItems: ItemForm = () => 'an item';

/**
 * Leaves out the members that differ between readings of the same items; undefined unless all items are JSON objects whose other
 * members tell each of them apart.
 * @param readings the items of each reading, in the same order
 */
export function stableForm(readings: readonly (readonly string[])[]): ItemForm | undefined {
  const [first = [], ...others] = readings.map((items) => items.map(membersOf));
  const changing = new Set<string>();
  for (const [at, item] of first.entries())
    for (const other of others) {
      const again = other[at];
      if (item === undefined || again === undefined) return undefined;
      for (const name of namesOf(item, again))
        if (JSON.stringify(item[name]) !== JSON.stringify(again[name])) changing.add(name);
    }
  const form: ItemForm = (item) => {
    const members = membersOf(item);
    if (members === undefined) return item;
    return JSON.stringify(Object.fromEntries(Object.entries(members).filter(([name]) => !changing.has(name))));
  };
  const forms = readings[0]?.map(form) ?? [];
  return forms.length > 1 && new Set(forms).size === forms.length ? form : undefined;
}

function namesOf(...items: readonly Members[]): ReadonlySet<string> {
  return new Set(items.flatMap((item) => Object.keys(item)));
}

function membersOf(item: string): Members | undefined {
  if (!item.startsWith('{')) return undefined;
  try {
    return JSON.parse(item) as Members;
  } catch {
    return undefined;
  }
}
