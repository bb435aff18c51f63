/**
 * The part of an item that is the same in each reading. The rest may be an age, the time of the reading or the number of the request.
 * If no part stays the same, all items count as equal.
 */

/** Turns the canonical form of an item into the one in which items are compared. */
export type ItemForm = (item: string) => string;

type Members = Readonly<Record<string, unknown>>;

export const equalItems: ItemForm = () => 'an item';

/** The items of each reading of a log, in the same order. */
type Readings = readonly (readonly string[])[];

/**
 * Leaves out the members that differ between readings of the same items; undefined unless items that differ are JSON objects whose
 * other members tell each item of the judged log apart.
 * @param others readings of the other logs, whose items may change in other members
 */
export function stableForm(judged: Readings, ...others: readonly Readings[]): ItemForm | undefined {
  const changing = new Set<string>();
  for (const readings of [judged, ...others]) {
    const names = changingMembers(readings);
    if (names === undefined) return undefined;
    for (const name of names) changing.add(name);
  }
  const form: ItemForm = (item) => {
    const members = membersOf(item);
    if (members === undefined) return item;
    return JSON.stringify(Object.fromEntries(Object.entries(members).filter(([name]) => !changing.has(name))));
  };
  const forms = judged[0]?.map(form) ?? [];
  return forms.length > 1 && new Set(forms).size === forms.length ? form : undefined;
}

/** The members that differ between readings; undefined if any other part of an item does. */
function changingMembers([first = [], ...later]: Readings): readonly string[] | undefined {
  const changes = later.flatMap((reading) => first.map((item, at) => changeOf(item, reading[at])));
  return changes.every((names) => names !== undefined) ? changes.flat() : undefined;
}

function changeOf(item: string, again: string | undefined): readonly string[] | undefined {
  if (item === again) return [];
  const [before, after] = [membersOf(item), membersOf(again ?? '')];
  if (before === undefined || after === undefined) return undefined;
  return namesOf(before, after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function namesOf(...items: readonly Members[]): readonly string[] {
  return [...new Set(items.flatMap((item) => Object.keys(item)))];
}

function membersOf(item: string): Members | undefined {
  if (!item.startsWith('{')) return undefined;
  try {
    return JSON.parse(item) as Members;
  } catch {
    return undefined;
  }
}
