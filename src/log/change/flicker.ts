/**
 * Unstable results: items that come and go between readings of one query. A server that cuts its results at random seems to
 * have a log that grows and shrinks; a log that grows, and is read from replicas that lag, seems to have unstable results.
 * So only settled items count: those that were seen longer ago than any lag, and are still there as long afterwards.
 */
import { minus } from '../../oracles/bag.ts';
import type { LogQuery } from '../query.ts';
import { isConsistent, type Walk } from '../walk.ts';
import type { WebhookLog } from '../webhook-log.ts';

/** Readings of one series, and series until a second return is seen. */
const readings = 9;
const series = 2;
const readTogether = 2;
const requiredReturns = 2;
/** Readings that show which items are still there in the end. */
const lastReadings = 3;

/** Two readings of one query that differ. */
export type Difference = readonly [Walk, Walk];

/** Two consecutive readings of a query that show unstable results; undefined if none of several do. */
export async function findFlicker(
  log: WebhookLog,
  query: LogQuery,
  on?: 'own-connections',
): Promise<Difference | undefined> {
  const seen = new Set<string>();
  let before: Walk | undefined;
  let returns = 0;
  // Two at a time: if every second search shows it, what another check reads in between would hide it.
  for (let reading = 0; reading < readings; reading += readTogether)
    for (const walk of await log.readToConfirm({ query, form: log.form }, readTogether, on)) {
      const arrived = walk.items.some((item) => !seen.has(item));
      if (before !== undefined && !arrived && minus(walk.bag, before.bag).size > 0) returns += 1;
      if (before !== undefined && returns === requiredReturns) return findSettledFlicker(log, [before, walk], on);
      for (const item of walk.items) seen.add(item);
      before = walk;
    }
  return undefined;
}

/**
 * Whether readings of a query still differ in settled items, twice.
 * @param earlier readings that showed the items; the others are read in the cursor style of the first
 */
export async function findSettledFlicker(
  log: WebhookLog,
  earlier: Difference,
  on?: 'own-connections',
): Promise<Difference | undefined> {
  const read = (count: number) => log.readToConfirm(earlier[0], count, on);
  const lagMs = log.client.longestLagMs;
  const { clock } = log.client;
  const before = [...earlier, ...(await read(1))];
  await clock.sleep(lagMs);
  const later: Walk[] = [];
  for (let turn = 0; turn < series; turn += 1) {
    later.push(...(await read(readings)));
    if (returnsOf(later, () => true).length === 0) return undefined;
  }
  await clock.sleep(lagMs);
  const last = await read(lastReadings);
  const returns = settledReturns(before.filter(isRead), later.filter(isRead), last.filter(isRead));
  return returns.length < requiredReturns ? undefined : returns[0];
}

/** A rejected reading is not an empty one. */
const isRead = ({ end, pages }: Walk): boolean => (end === 'end' || end === 'cut') && pages.length > 0;

/** The readings in between, each with the one after it, that miss settled items which the one after them has. */
export function settledReturns(
  before: readonly Walk[],
  later: readonly Walk[],
  last: readonly Walk[],
): readonly Difference[] {
  const ends = [...before, ...last];
  const between = returnsOf(later, (item) => before.some(has(item)) && last.some(has(item)));
  const half = Math.floor(later.length / 2);
  // Where an item repeats in every reading, it is not known which of its copies came and went.
  const repeats = [...(before[0]?.bag.keys() ?? [])].some((item) => ends.every(({ bag }) => (bag.get(item) ?? 0) > 1));
  const known = [...before, ...later.slice(0, half)];
  const hasArrivals = [...later.slice(half), ...last].some(({ items }) => items.some((item) => !known.some(has(item))));
  const hasDepartures = before.some(({ items }) => items.some((item) => !last.some(has(item))));
  if (!repeats && !hasArrivals && !hasDepartures && !hasGrown(before, last)) return between;
  // While a log changes, a walk may skip or repeat items: it must stand between two that are the same. That is not enough if replicas
  // answer in turn: every second walk may begin on the same one. A walk that mixes pages of replicas shows different totals.
  return between.filter(([short, full]) => {
    const previous = later[later.indexOf(short) - 1];
    const sameAround = previous !== undefined && hasSameItems(previous, full);
    return (
      sameAround &&
      isConsistent(short) &&
      (!repeats || [before, last].every((side) => side.some((walk) => hasSameItems(walk, full))))
    );
  });
}

/** Whether each of the last readings has a higher total than every one before. */
function hasGrown(before: readonly Walk[], last: readonly Walk[]): boolean {
  const [most, least] = [Math.max(...before.map(({ total }) => total)), Math.min(...last.map(({ total }) => total))];
  return before.length > 0 && last.length > 0 && least > most;
}

const has =
  (item: string) =>
  ({ bag }: Walk): boolean =>
    bag.has(item);

function returnsOf(walks: readonly Walk[], isSettled: (item: string) => boolean): Difference[] {
  return walks.flatMap((walk, index) => {
    const following = walks[index + 1];
    const isBack = following?.items.some((item) => !walk.bag.has(item) && isSettled(item)) ?? false;
    return isBack ? [[walk, following!] as const] : [];
  });
}

const hasSameItems = (a: Walk, b: Walk): boolean =>
  a.items.length === b.items.length && a.items.every((item, index) => item === b.items[index]);
