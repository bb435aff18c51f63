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

/** Pointer to the one top-level member that holds one of the values in every item; undefined where none or several do. */
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

/** Names of the top-level members that hold text or a number in every item; none where an item is not a JSON object. */
export function memberNames(items: readonly string[]): string[] {
  const [first = {}, ...others] = items.map((item) => parseItem(item) ?? {});
  const isScalar = (value: unknown) => typeof value === 'string' || typeof value === 'number';
  return Object.keys(first).filter((name) => [first, ...others].every((item) => isScalar(item[name])));
}

/** Names that stand before a value in every item of text, as in `status=failed size=12`; of JSON objects, {@link memberNames}. */
export function shownNames(items: readonly string[]): string[] {
  const members = memberNames(items);
  if (members.length > 0) return members;
  const [first = new Set<string>(), ...others] = items.map(labelsOf);
  return [...first].filter((label) => others.every((labels) => labels.has(label)));
}

function labelsOf(item: string): ReadonlySet<string> {
  return new Set([...item.matchAll(/(?<=^|[\s,;|(])[A-Za-z_]\w{0,39}(?==)/g)].map(([label]) => label));
}

/** The values that items have under a name, as JSON. */
export function memberValues(items: readonly string[], name: string): ReadonlySet<string> {
  return new Set(items.map((item) => JSON.stringify(parseItem(item)?.[name] ?? null)));
}
