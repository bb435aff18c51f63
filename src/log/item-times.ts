/** Guesses the times of items from their JSON members: a hint of where in time a log lies, never proof. */
import { timeMemberRank } from '../core/time-names.ts';

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
/** Numbers that are read as a time: epoch seconds, or milliseconds, from 2001 to 2286. */
const seconds = { from: 1e9, to: 1e10 };

/**
 * The time of each item, ms since the epoch, by the member that is a time in every one of them. Empty where an item is not a
 * JSON object, or no member is a time in all of them.
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

function membersOf(item: string): Map<string, number> | undefined {
  let value: unknown;
  try {
    value = JSON.parse(item);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map(
    Object.entries(value).flatMap(([name, held]) => {
      const at = instant(held);
      return at === undefined ? [] : [[name, at] as const];
    }),
  );
}

function instant(value: unknown): number | undefined {
  if (typeof value === 'string') return rfc3339.test(value) ? Date.parse(value) : undefined;
  if (typeof value !== 'number') return undefined;
  if (value >= seconds.from && value < seconds.to) return value * 1000;
  return value >= seconds.from * 1000 && value < seconds.to * 1000 ? value : undefined;
}
