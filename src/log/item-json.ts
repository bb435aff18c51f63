/** Items that are JSON text. The specification leaves items opaque; a configuration or an observation may say more. */

/** An item that is a JSON object; undefined for any other. */
export function parseItem(item: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(item);
    return isObject(value) && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The value at a JSON Pointer (RFC 6901) in an item that is a JSON object. */
export function valueAt(item: string, pointer: string): unknown {
  let value: unknown = parseItem(item);
  for (const step of pointer.split('/').slice(1)) {
    if (!isObject(value)) return undefined;
    value = value[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}

/** JSON Pointer (RFC 6901) to a top-level member. */
export function pointerTo(member: string): string {
  return `/${member.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Whether two values have the same type, number or string, and differ under any collation. */
export function areUnlike(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one !== other;
  return typeof one === 'string' && typeof other === 'string' && collator.compare(one, other) !== 0;
}

const collator = new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true });

/** Pointer to the one top-level member that holds one of the values in every item; undefined if none or several do. */
export function findMemberOf(items: readonly string[], values: readonly unknown[]): string | undefined {
  let names: string[] | undefined;
  for (const item of items) {
    const object = parseItem(item) ?? {};
    const here = Object.keys(object).filter((name) => values.includes(object[name]));
    names = names === undefined ? here : names.filter((name) => here.includes(name));
  }
  const [only, ...more] = names ?? [];
  return only === undefined || more.length > 0 ? undefined : pointerTo(only);
}

/**
 * Names of the top-level members that hold text or a number in some items and nothing else in any; none if an item is not a
 * JSON object. Members that are null or missing in some items come last.
 */
export function memberNames(items: readonly string[]): string[] {
  const objects = items.map(parseItem).filter((object) => object !== undefined);
  if (objects.length < items.length) return [];
  const names = [...new Set(objects.flatMap(Object.keys))];
  return names
    .map((name) => ({ name, kinds: new Set(objects.map((object) => kindOf(object[name]))) }))
    .filter(({ kinds }) => kinds.has('scalar') && !kinds.has('other'))
    .sort((a, b) => Number(a.kinds.has('none')) - Number(b.kinds.has('none')))
    .map(({ name }) => name);
}

function kindOf(value: unknown): 'scalar' | 'none' | 'other' {
  if (value === null || value === undefined) return 'none';
  return typeof value === 'string' || typeof value === 'number' ? 'scalar' : 'other';
}

/**
 * Names that stand before a value in at least half of the items of text, as in `status=failed size=12`, those in every item first;
 * of JSON objects, {@link memberNames}.
 */
export function shownNames(items: readonly string[]): string[] {
  const members = memberNames(items);
  if (members.length > 0) return members;
  const counts = new Map<string, number>();
  for (const item of items) for (const name of labelsOf(item)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const isInAll = (count: number) => Number(count === items.length);
  return [...counts]
    .filter(([, count]) => 2 * count >= items.length)
    .sort(([, a], [, b]) => isInAll(b) - isInAll(a))
    .map(([name]) => name);
}

function labelsOf(item: string): ReadonlySet<string> {
  return new Set([...item.matchAll(/(?<=^|[\s,;|(])[A-Za-z_]\w{0,39}(?==)/g)].map(([label]) => label));
}

/** The values that items have under a name, as JSON. */
export function memberValues(items: readonly string[], name: string): ReadonlySet<string> {
  return new Set(items.map((item) => JSON.stringify(parseItem(item)?.[name] ?? null)));
}

/** Whether all items show the same value of a field, as after a bulk import. */
export function areEqualIn(items: readonly string[], field: string): boolean {
  const [value, ...others] = memberValues(items, field);
  return others.length === 0 && value !== undefined && value !== 'null';
}
