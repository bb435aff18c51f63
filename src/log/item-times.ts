/** Guesses the times of items from their JSON members or their text: a hint of where in time a log lies, never proof. */
import { timeMemberRank } from '../core/time-names.ts';
import { parseItem } from './item-json.ts';

/** As in RFC 3339, or as databases write it: with a blank, and without an offset. */
const timestamp = /\b(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d|(?![\d+-]))/;
const digits = /(?<![\w.-])\d{10}(?:\d{3})?(?![\w.-])/;
/** Numbers that are read as a time: epoch seconds, or milliseconds, from 2001 to 2286. */
const seconds = { from: 1e9, to: 1e10 };

/**
 * The time of each item, ms since the epoch, by the member that is a time in every one of them; of other text, by
 * what looks like a time first. Empty if no member, or no text, is a time in all of them.
 */
export function itemTimes(items: readonly string[]): number[] {
  let times: Map<string, number[]> | undefined;
  for (const item of items) {
    const here = membersOf(item);
    if (here === undefined) return [];
    const before: ReadonlyMap<string, number[]> = times ?? new Map([...here.keys()].map((name) => [name, []]));
    times = new Map();
    for (const [name, known] of before) {
      const at = here.get(name);
      if (at !== undefined) times.set(name, known.concat(at));
    }
    if (times.size === 0) return [];
  }
  const [first] = [...(times ?? [])].sort(([a], [b]) => timeMemberRank(a) - timeMemberRank(b));
  return first?.[1] ?? [];
}

/** How many times an item shows. */
export function timesShown(item: string): number {
  return membersOf(item)?.size ?? 0;
}

/**
 * The time in one member of each item, ms since the epoch. Only absolute times count: strings with an offset, and epoch numbers.
 * Undefined if any item has no such time.
 */
export function shownInstants(items: readonly string[], name: string): ReadonlyMap<string, number> | undefined {
  const times = new Map<string, number>();
  for (const item of items) {
    const held = parseItem(item)?.[name];
    const at = typeof held === 'string' && !/(Z|[+-]\d\d:\d\d)$/.test(held) ? undefined : instant(held);
    if (at === undefined) return undefined;
    times.set(item, at);
  }
  return times;
}

/**
 * Tells whether two of the items show the same time, in one of their members or in their text. A search may sort by that time, so that
 * they tie. A member that has the same time in all items is ignored.
 */
export function sharedTimes(items: readonly string[]): (one: string, other: string) => boolean {
  const timesBy = new Map<string, Set<number>>();
  for (const item of items)
    for (const [name, at] of membersOf(item) ?? []) timesBy.set(name, (timesBy.get(name) ?? new Set()).add(at));
  return (one, other) => {
    const others = membersOf(other);
    return [...(membersOf(one) ?? [])].some(([name, at]) => others?.get(name) === at && timesBy.get(name)!.size > 1);
  };
}

function membersOf(item: string): Map<string, number> | undefined {
  const value = parseItem(item);
  if (value === undefined) {
    const at = instant(timestamp.exec(item)?.[0] ?? Number(digits.exec(item)?.[0]));
    return at === undefined ? undefined : new Map([['', at]]);
  }
  return new Map(
    Object.entries(value).flatMap(([name, held]) => {
      const at = instant(held);
      return at === undefined ? [] : [[name, at] as const];
    }),
  );
}

function instant(value: unknown): number | undefined {
  if (typeof value === 'string') {
    const [whole, date, time, offset] = timestamp.exec(value) ?? [];
    const at = whole === value ? Date.parse(`${date}T${time}${offset || 'Z'}`) : Number.NaN;
    return Number.isNaN(at) ? undefined : at;
  }
  if (typeof value !== 'number') return undefined;
  if (value >= seconds.from && value < seconds.to) return value * 1000;
  return value >= seconds.from * 1000 && value < seconds.to * 1000 ? value : undefined;
}
