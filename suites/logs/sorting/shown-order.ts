/** Orders that contradict the times that items show. They are a hint only: a sort may group entries first, by status for example. */
import type { Baseline, CheckContext, Walk } from '../../../src/suite.ts';
import { logs } from '../../../src/suite.ts';

/** A target may sort by whole seconds and show fractions of them. */
const slackMs = 1000;

/** Describes the first sort field of the target whose order contradicts the times that the items show in it. */
export async function describeDisorder(t: CheckContext, { log, plainWalk }: Baseline): Promise<string | undefined> {
  const names = (await t.logs.sorts()).filter((name) => t.logs.namesTime(name) && !logs.namesDay(name));
  for (const name of names) {
    const times = logs.shownInstants(plainWalk.items, name);
    const walk = await log.known({ sortBy: name, sortDirection: 'asc' });
    const found = times === undefined || walk === undefined ? undefined : disorderIn(walk, name, times);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Describes two items that break the order of time, if the walk goes both forward and backward in time.
 * @param times time of each item, ms since the epoch
 */
export function disorderIn(walk: Walk, name: string, times: ReadonlyMap<string, number>): string | undefined {
  const shown = walk.items.filter((item) => times.has(item));
  const isBefore = (one: string, other: string) => times.get(other)! - times.get(one)! > slackMs;
  const goesForward = shown.some((item, at) => at > 0 && isBefore(shown[at - 1]!, item));
  const at = shown.findIndex((item, place) => place > 0 && isBefore(item, shown[place - 1]!));
  if (!goesForward || at === -1) return undefined;
  const [first, second] = [shown[at - 1]!, shown[at]!].map((item) => [...logs.memberValues([item], name)].join());
  return `with ${logs.describeQuery(walk.query)}, an item with ${name} ${second} comes after one with ${name} ${first}`;
}
