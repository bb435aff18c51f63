/** Infers the form of items: opaque, or JSON objects with a member for the status and one for the time of the log. */
import { api, type bags, logs } from '../../src/suite.ts';

export type ItemForm =
  | { readonly encoding: 'opaque' }
  | { readonly encoding: 'json'; readonly status?: string; readonly time?: string };

const timestamp = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** @param succeeded the items of the search for that status: a member is the status only if it agrees with them */
export function inferItemForm(items: readonly string[], succeeded: bags.Bag | undefined): ItemForm {
  const objects = items.map(logs.parseItem);
  const [first] = objects;
  if (first === undefined || objects.includes(undefined)) return { encoding: 'opaque' };
  const names = Object.keys(first);
  const valuesOf = (name: string) => objects.map((object) => object![name]);
  const isStatus = (value: unknown, item: string) =>
    (api.logStatuses as readonly unknown[]).includes(value) &&
    (succeeded === undefined || (value === 'succeeded') === succeeded.has(item));
  const isTime = (value: unknown) => typeof value === 'string' && timestamp.test(value);
  const status = names.find((name) => valuesOf(name).every((value, place) => isStatus(value, items[place]!)));
  // A member that is equal in all items, such as the moment of an import, is not the time of any.
  const differs = (values: readonly unknown[]) => values.length === 1 || new Set(values).size > 1;
  const isTimeMember = (values: readonly unknown[]) => values.every(isTime) && differs(values);
  const time = logs.timeMemberNames.find((name) => names.includes(name) && isTimeMember(valuesOf(name)));
  return {
    encoding: 'json',
    ...(status === undefined ? {} : { status: logs.pointerTo(status) }),
    ...(time === undefined ? {} : { time: logs.pointerTo(time) }),
  };
}

/** The time of an item, as its form says; see {@link instantOf}. */
export function timeOf(item: string, form: ItemForm): number | undefined {
  return form.encoding === 'json' && form.time !== undefined ? instantOf(logs.valueAt(item, form.time)) : undefined;
}

/** Why the item does not match the form; undefined if it does. */
export function problemOf(
  item: string,
  { status, time }: { readonly status?: string; readonly time?: string },
): string | undefined {
  if (logs.parseItem(item) === undefined) return 'is not a JSON object';
  // Of a long item, only the short values near its beginning are kept.
  if (logs.isAbridged(item)) return undefined;
  if (status !== undefined && typeof logs.valueAt(item, status) !== 'string') return `has no status at ${status}`;
  if (time === undefined) return undefined;
  const value = logs.valueAt(item, time);
  return Number.isFinite(value) || instantOf(value) !== undefined ? undefined : `has no time at ${time}`;
}

/** Whether the items are in the order of the times that they show; undefined unless each shows one. */
export function areInShownOrder(
  items: readonly string[],
  form: ItemForm,
  direction: logs.Direction,
): boolean | undefined {
  const times = items.map((item) => timeOf(item, form));
  if (!times.every((one) => one !== undefined)) return undefined;
  const sign = direction === 'asc' ? 1 : -1;
  return times.every((one, place) => place === 0 || sign * (one - times[place - 1]!) >= 0);
}

/** A time in ms since the epoch. Keeps the fraction of a millisecond, which `Date` drops. */
export function instantOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  return at + Number(`0.${/\.\d{3}(\d+)/.exec(value as string)?.[1] ?? '0'}`);
}
