/** Whether items are JSON text, and where such text tells the status and the time of a log. */
import { type Bag, logStatuses } from '../../src/suite.ts';

export type ItemForm =
  | { readonly encoding: 'opaque' }
  | { readonly encoding: 'json'; readonly status?: string; readonly time?: string };

const times = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
/** Names of the time at which a log came to be, before those of other times. */
const timeNames = ['createdAt', 'created_at', 'timestamp', 'time', 'at', 'date', 'created'];

/** @param succeeded items of the search for that status: a member is the status only if it agrees */
export function itemForm(items: readonly string[], succeeded: Bag | undefined): ItemForm {
  const read = items.map(decode);
  if (items.length === 0 || read.some((one) => one === undefined)) return { encoding: 'opaque' };
  const objects = read as Record<string, unknown>[];
  const names = Object.keys(objects[0]!);
  const status = names.find((name) =>
    objects.every((one, index) => {
      const value = one[name];
      if (!(logStatuses as readonly unknown[]).includes(value)) return false;
      return succeeded === undefined || (value === 'succeeded') === succeeded.has(items[index]!);
    }),
  );
  const timed = names.filter((name) => objects.every((one) => typeof one[name] === 'string' && times.test(one[name])));
  const time = timeNames.find((name) => timed.includes(name));
  return {
    encoding: 'json',
    ...(status === undefined ? {} : { status: pointer(status) }),
    ...(time === undefined ? {} : { time: pointer(time) }),
  };
}

/** The time of an item at a member, ms since the epoch; see {@link instantOf}. */
export function timeOf(item: string, form: ItemForm): number | undefined {
  if (form.encoding !== 'json' || form.time === undefined) return undefined;
  return instantOf(decode(item)?.[form.time.slice(1).replaceAll('~1', '/').replaceAll('~0', '~')]);
}

/** A time in ms since the epoch, with the fraction of a millisecond that `Date` would cut off. */
export function instantOf(value: unknown): number | undefined {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  return at + Number(`0.${/\.\d{3}(\d+)/.exec(value as string)?.[1] ?? '0'}`);
}

function decode(item: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(item);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const pointer = (name: string): string => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
