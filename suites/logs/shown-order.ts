/** Orders by a field that names a time, held against what the items show of it. */
import type { Baseline, CheckContext, Walk } from '../../src/suite.ts';
import { logs } from '../../src/suite.ts';

/** A target may keep what it sorts by in whole seconds, and show more. */
const slackMs = 1000;

/**
 * What a sort does that orders by none of the times that the items show in the same field, as a reason to declare it; undefined where
 * there is no such field. It proves nothing: a sort may come second, after the status for one.
 */
export async function describeDisorder(
  t: CheckContext,
  { log, plainWalk }: Baseline,
  names: readonly string[],
): Promise<string | undefined> {
  for (const name of names.filter((one) => !logs.namesDay(one))) {
    const times = logs.shownInstants(plainWalk.items, name);
    const walk = times && (await t.logs.byId(log.id).known({ sortBy: name, sortDirection: 'asc' }));
    const found = walk && disorderIn(walk, name, times!);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @param times what each item shows, ms since the epoch */
export function disorderIn(walk: Walk, name: string, times: ReadonlyMap<string, number>): string | undefined {
  const shown = walk.items.filter((item) => times.has(item));
  const isBefore = (one: string, other: string) => times.get(other)! - times.get(one)! > slackMs;
  const isDown = shown.some((item, at) => at > 0 && isBefore(shown[at - 1]!, item));
  const at = shown.findIndex((item, place) => place > 0 && isBefore(item, shown[place - 1]!));
  if (!isDown || at === -1) return undefined;
  const [first, second] = [shown[at - 1]!, shown[at]!].map((item) => [...logs.memberValues([item], name)].join());
  return `with ${logs.describeQuery(walk.query)}, an item with ${name} ${second} comes after one with ${name} ${first}`;
}
