/**
 * The baseline: the first complete reading of the log on which relations are judged. It chooses the richest of the
 * configured logs, reads it again to see whether it changes, and restricts a log that grows or is very long to a window.
 */
import type { Depth } from '../core/config.ts';
import type { Patience } from './log-memory.ts';
import { hasMore, isSameReading, isTrimmed } from './reading.ts';
import type { TimeInference } from './time/infer.ts';
import type { Walk } from './walk.ts';
import type { WebhookLog } from './webhook-log.ts';
import { walkFully } from './webhook-memory.ts';
import { findWindowOfGrowing, findWindowOfLong, type JudgedScope, type Window, type WindowContext } from './window.ts';

/** The log on which relations are judged, and its plain walk. */
export interface ChosenLog {
  readonly id: string;
  readonly walk: Walk;
}

/** A baseline as the run remembers it; see `Baseline` for what a check is given. */
export interface FoundBaseline {
  readonly id: string;
  readonly plainWalk: Walk;
  /** A second reading of the plain walk, which agreed with it; undefined where there was none. */
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
  if (depth !== 'quick') return { id: best.log.id, walk: best.walk };
  const paged = read.filter(({ walk }) => walk.end === 'end' && walk.pages.length >= 3);
  const chosen =
    paged.sort((a, b) => a.walk.pages.length - b.walk.pages.length)[0] ??
    (best.walk.end === 'cut' ? read.find(({ walk }) => walk.end !== 'cut' && walk.end !== 'end') : undefined) ??
    best;
  if (chosen.walk.end !== 'cut') await walkFully(chosen.log.memory);
  return { id: chosen.log.id, walk: chosen.walk };
}

/** The plain walk. Requests of other checks may be why there is none, so then it is read once more, alone. */
async function readPlain(log: WebhookLog): Promise<Walk> {
  const walk = await log.walk();
  return walk.pages.length > 0 ? walk : log.exclusively((alone) => alone.rewalk());
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
  // Readings that agree need not be alone, and all other requests would have to wait for that.
  const beside = await log.read({});
  if (isSameReading(base, beside)) return { ...whole, again: beside };
  const again = await log.readExclusively({});
  if (isSameReading(base, again)) return { ...whole, again };
  if (!log.isGrown(base, again)) return whole;
  // Where a log grows slowly, two consecutive readings may still agree; controlled readings rule out the rest.
  const third = await log.readExclusively({});
  if (isSameReading(again, third)) return { ...whole, plainWalk: third };
  // An item that arrived and is gone in the next reading was not an arrival: controlled readings show what it is.
  if (!log.isGrown(again, third)) return whole;
  const window = await findWindowOfGrowing(context);
  return window === undefined ? { ...whole, changing: true } : within(whole, window);
}

/**
 * The baseline to confirm a finding on. Two readings within the life of a cache agree although the log grows, so that the
 * readings are compared over pauses, and with those of the run before. A log that changed is judged within a window of
 * entries that are older than any lag, or not at all.
 */
async function findPatiently(
  context: WindowContext,
  { pauseMs, earlier, windowed }: Patience,
  whole: FoundBaseline,
): Promise<FoundBaseline> {
  const { log, base } = context;
  await log.client.clock.sleep(pauseMs);
  const again = await log.readExclusively({});
  const before = earlier.get(log.id);
  const steps = [[base, again] as const, ...(before === undefined ? [] : [[before, base] as const])];
  const losesOldest = steps.some(([first, second]) => isTrimmed(first, second));
  const hasChanged =
    windowed.has(log.id) ||
    (before !== undefined && hasMore(before, base) && hasMore(base, again)) ||
    steps.some(([first, second]) => !isSameReading(first, second) && log.isGrown(first, second)) ||
    losesOldest;
  if (!hasChanged) return isSameReading(base, again) ? { ...whole, again } : whole;
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
