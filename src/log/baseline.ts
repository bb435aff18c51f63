/**
 * The baseline: the first complete reading of the log on which relations are judged. It chooses the richest of the
 * configured logs, reads it again to see whether it changes, and restricts a log that grows or is very long to a window.
 */
import type { Depth } from '../core/config.ts';
import { equalItems, stableForm } from '../core/items/stable-item.ts';
import { minus, sizeOf } from '../oracles/bag.ts';
import { knownChange, watchForChange } from './change/watch-for-change.ts';
import {
  findWindowOfGrowing,
  findWindowOfLong,
  type JudgedScope,
  type Window,
  type WindowContext,
} from './change/window.ts';
import type { Patience } from './log-memory.ts';
import { describeQuery } from './query.ts';
import { hasMore, hasRolled, isSameReading, isTrimmed } from './reading.ts';
import type { TimeInference } from './time/infer.ts';
import type { Walk } from './walk.ts';
import type { WebhookLog } from './webhook-log.ts';
import { walkFully } from './webhook-memory.ts';

/** The log on which relations are judged, and its plain walk. */
export interface ChosenLog {
  readonly id: string;
  readonly walk: Walk;
  /** Other logs of several pages, the richest first: one of them is judged if no part of the chosen log keeps still. */
  readonly spare: readonly Omit<ChosenLog, 'spare'>[];
}

/** A baseline as the run remembers it; see `Baseline` for what a check is given. */
export interface FoundBaseline {
  readonly id: string;
  readonly plainWalk: Walk;
  /** A second reading of the plain walk, which agreed with it; undefined if there was none. */
  readonly again?: Walk;
  readonly scope: JudgedScope;
  /** The log changes while it is read, and no window of it keeps still. */
  readonly changing: boolean;
  /** The plain walk was cut by our own limits, and no window could be found. */
  readonly cut: boolean;
  /** The time format with the bounds and cuts of the window; undefined for the whole log. */
  readonly windowTime?: Promise<TimeInference>;
}

/**
 * Chooses the log that shows most. With few requests, the shortest that has several pages; else one that already shows a
 * problem; else the richest, in part.
 * @throws Error if no webhook is configured
 */
export async function chooseLog(logs: readonly WebhookLog[], depth: Depth): Promise<ChosenLog> {
  const read = await Promise.all(logs.map(async (log) => ({ log, walk: await readPlain(log) })));
  const [best] = read.sort((a, b) => richness(b.walk) - richness(a.walk));
  if (best === undefined) throw new Error('no webhook is configured');
  const paged = read.filter(({ walk }) => walk.end === 'end' && walk.pages.length >= 3);
  if (depth !== 'quick') {
    const spare = paged.filter((one) => one !== best).map(({ log, walk }) => ({ id: log.id, walk }));
    return { id: best.log.id, walk: best.walk, spare };
  }
  const chosen =
    paged.sort((a, b) => a.walk.pages.length - b.walk.pages.length)[0] ??
    (best.walk.end === 'cut' ? read.find(({ walk }) => walk.end !== 'cut' && walk.end !== 'end') : undefined) ??
    best;
  if (chosen.walk.end !== 'cut') await walkFully(chosen.log.memory);
  return { id: chosen.log.id, walk: chosen.walk, spare: [] };
}

/**
 * The baseline of a log that keeps still beside the chosen one, which grows. Within the life of a cache two readings agree
 * although a log grows, so the second one waits until reads have settled.
 */
export async function findStillLog(
  logs: readonly WebhookLog[],
  { spare }: ChosenLog,
): Promise<FoundBaseline | undefined> {
  for (const { id, walk } of spare) {
    const log = logs.find((one) => one.id === id)!;
    await log.client.clock.sleep(log.client.settleMs);
    const again = await log.readExclusively({});
    if (isSameReading(walk, again)) return { id, plainWalk: walk, again, scope: wholeLog, changing: false, cut: false };
  }
  return undefined;
}

/** The plain walk. If it is missing or ended early, requests of other checks may be the reason: it is read once more, alone. */
async function readPlain(log: WebhookLog): Promise<Walk> {
  const walk = await log.walk();
  const endedEarly = walk.pages.length === 0 || walk.end === 'refused' || walk.end === 'lost';
  return endedEarly ? log.exclusively((alone) => alone.rewalk()) : walk;
}

/** More pages first, then more items: paging needs pages. A walk that failed is worth least. */
function richness(walk: Walk): number {
  return Math.min(walk.pages.length, 12) * 1_000_000 + Math.min(walk.items.length, 900_000);
}

const wholeLog: JudgedScope = { kind: 'whole' };

export async function findBaseline(context: WindowContext): Promise<FoundBaseline> {
  const { log, base } = context;
  const whole: FoundBaseline = { id: log.id, plainWalk: base, scope: wholeLog, changing: false, cut: false };
  if (base.end === 'cut') return findPartOfLong(context, whole);
  if (context.patience !== undefined) return findPatiently(context, context.patience, whole);
  const known = knownChange(context);
  // The log is read again while it is watched.
  const [change, beside] = known === 'none' ? await Promise.all([watchForChange(context), log.read({})]) : [known];
  if (change === 'rewritten') {
    const plainWalk = await log.rewalk();
    // Where items hold their age, two readings of one second agree.
    await log.client.clock.sleep(anewAfterMs);
    const again = await log.readExclusively({});
    if (isSameReading(plainWalk, again)) return { ...whole, plainWalk, again };
    const numbered = await byStablePart(context, whole, [plainWalk, again]);
    if (numbered !== undefined) return numbered;
  } else if (change !== 'none') {
    // Readings that agree now may differ later: they may come from one cache, and what the run creates may become entries.
    const window = await findWindowOfGrowing({ ...context, losesOldest: change === 'rolled' });
    if (window !== undefined) return within(whole, window);
  }
  // Readings that agree need not be alone, and all other requests would have to wait for that.
  if (beside !== undefined && isSameReading(base, beside)) return { ...whole, again: beside };
  const again = await log.readExclusively({});
  if (isSameReading(base, again)) return { ...whole, again };
  if (!log.isGrown(base, again)) return (await byStablePart(context, whole, [base, again])) ?? whole;
  // Where a log grows slowly, two consecutive readings may still agree; controlled readings rule out the rest.
  const third = await log.readExclusively({});
  if (isSameReading(again, third)) return { ...whole, plainWalk: third };
  // An item that arrived and is gone in the next reading is not a sign of growth: controlled readings find the cause.
  if (!log.isGrown(again, third)) return (await byStablePart(context, whole, [again, third])) ?? whole;
  const window = await findWindowOfGrowing(context);
  if (window !== undefined) return within(whole, window);
  return (await byStablePart(context, whole, [again, third])) ?? { ...whole, changing: true };
}

/** Items that hold their age in seconds are written anew after this long, ms. */
const anewAfterMs = 1200;

/**
 * The baseline of a log whose items are all new at each reading, while the pages and the total stay the same: items may hold
 * their age, or a link that is signed anew. They are compared by what stays the same of them; without that, nothing tells them apart,
 * but their number can be judged, as that of items which are equal. Undefined if a reading has any item of another one.
 *
 * @param two readings, one after the other
 */
async function byStablePart(
  { log, others, compareItemsIn }: WindowContext,
  whole: FoundBaseline,
  two: readonly [Walk, Walk],
): Promise<FoundBaseline | undefined> {
  const [first, second] = two;
  // Few items of a log that changes otherwise are new.
  if (!hasSameSizes(two) || 2 * sizeOf(minus(second.bag, first.bag)) < second.items.length) return undefined;
  const later: Walk[] = [];
  for (let reading = 0; reading < 2; reading += 1) {
    await log.client.clock.sleep(anewAfterMs);
    later.push(await log.readExclusively({}));
  }
  const readings = [second, ...later];
  const items = readings.flatMap(({ bag }) => [...bag.keys()]);
  if (!hasSameSizes(readings) || new Set(items).size < items.length) return undefined;
  const ofOthers = await Promise.all(others.map(readTwice));
  compareItemsIn(stableForm(itemsOf(readings), ...ofOthers.filter(hasSameSizes).map(itemsOf)) ?? equalItems);
  const plainWalk = await log.rewalk();
  const again = await log.readExclusively({});
  return isSameReading(plainWalk, again) ? { ...whole, plainWalk, again } : { ...whole, changing: true };
}

const readTwice = async (log: WebhookLog): Promise<readonly Walk[]> => [await log.walk(), await log.read({})];

const itemsOf = (walks: readonly Walk[]) => walks.map(({ items }) => items);

function hasSameSizes(walks: readonly Walk[]): boolean {
  const sizes = walks.map(({ pages, total, end }) => JSON.stringify([end, total, pages.map(sizeOfPage)]));
  return new Set(sizes).size === 1 && walks[0]!.items.length > 0;
}

const sizeOfPage = ({ page }: Walk['pages'][number]): number => page.data.length;

/**
 * The baseline to confirm a finding on. Two readings within the life of a cache agree although the log grows, so that the
 * readings are compared over pauses, and with those of the run before. A log that changed is judged within a window of
 * entries that are older than any lag, or not at all.
 */
async function findPatiently(
  context: WindowContext,
  { pauseMs, windowed, isWhole }: Patience,
  whole: FoundBaseline,
): Promise<FoundBaseline> {
  const { log, base } = context;
  await log.client.clock.sleep(pauseMs);
  const again = await log.readExclusively({});
  const before = log.memory.earlier.get(describeQuery({}));
  const steps = [[base, again] as const, ...(before === undefined ? [] : [[before, base] as const])];
  const losesOldest = steps.some(([first, second]) => isTrimmed(first, second));
  const hasChanged =
    windowed.has(log.id) ||
    (before !== undefined && hasMore(before, base) && hasMore(base, again)) ||
    steps.some(
      ([first, second]) => !isSameReading(first, second) && (log.isGrown(first, second) || hasRolled(first, second)),
    ) ||
    losesOldest;
  if (!hasChanged || isWhole === true) return isSameReading(base, again) ? { ...whole, again } : whole;
  const window = await findWindowOfGrowing({ ...context, losesOldest });
  return window === undefined ? { ...whole, changing: true } : within(whole, window);
}

/** A log that is too long to be walked as a whole. With few requests, and without a window, it is walked further than before. */
async function findPartOfLong(context: WindowContext, whole: FoundBaseline): Promise<FoundBaseline> {
  const window = await findWindowOfLong(context);
  if (window !== undefined) return within(whole, window);
  if (context.depth !== 'quick') return { ...whole, cut: true };
  await walkFully(context.log.memory);
  const further = await context.log.walk();
  return { ...whole, plainWalk: further, cut: further.end === 'cut' };
}

const within = (whole: FoundBaseline, { walk, scope, time }: Window): FoundBaseline => ({
  ...whole,
  plainWalk: walk,
  scope,
  windowTime: time,
});
