/**
 * The window: a range of the log that no longer changes and can be walked. A log that grows while it is read, or that is too
 * long, is judged within one. Needs a time format that the target reads, and moments that are known to cut the log.
 */
import type { Depth } from '../../core/config.ts';
import type { ItemForm } from '../../core/items/stable-item.ts';
import type { Patience } from '../log-memory.ts';
import { isSameReading } from '../reading.ts';
import { rangeQuery, type TimeFormatInference, type TimeInference } from '../time/infer.ts';
import type { LogMeter } from '../time/meter.ts';
import { findCutsBetween, findPartUpTo } from '../time/search.ts';
import type { Walk } from '../walk.ts';
import type { WebhookLog } from '../webhook-log.ts';
import { restrictTo, walkFully } from '../webhook-memory.ts';
import type { LogChange } from './growth.ts';

/** What relations are judged on: the whole log, or a window of it. `text` says why, for the report. */
export type JudgedScope =
  | { readonly kind: 'whole' }
  | { readonly kind: 'window'; readonly reason: 'growing' | 'too-long'; readonly text: string };

export interface Window {
  readonly walk: Walk;
  readonly scope: JudgedScope;
  /** The time format with the bounds and cuts of the window. */
  readonly time: Promise<TimeInference>;
}

export interface WindowContext {
  readonly log: WebhookLog;
  readonly others: readonly WebhookLog[];
  /** The plain walk of the log. */
  readonly base: Walk;
  readonly depth: Depth;
  /** How many cuts to look for within the window. */
  readonly wantedCuts: number;
  /** Set if a finding is confirmed. */
  readonly patience: Patience | undefined;
  /** How any log has changed since the start of the run, as far as plain searches show it. */
  readonly change: LogChange;
  /** The oldest entries were seen to leave. */
  readonly losesOldest?: boolean;
  /** Moments at which the log may hold items. */
  readonly hints: readonly number[];
  /** Compares all items in this form from here on, and forgets what was read of them. */
  compareItemsIn(form: ItemForm): void;
  /** The time format of the whole log. */
  inferTime(): Promise<TimeInference>;
  /** Measures queries of the whole log; `fresh`: without earlier measurements, which a growing log may have outdated. */
  meter(how?: 'fresh'): LogMeter;
}

/** A window of a growing log: up to a recent moment, and from a moment on if the oldest leave as new ones arrive. */
export async function findWindowOfGrowing(context: WindowContext): Promise<Window | undefined> {
  const { log, patience } = context;
  const sense = await inferCuttingTime(context);
  if (sense === undefined) return undefined;
  for (const range of await settledRanges(context, sense)) {
    const time = openWindow(context, sense, ...range);
    const [first, second] = await log.exclusively(async (alone) => {
      const once = await alone.walk();
      if (patience !== undefined) await log.client.clock.sleep(patience.pauseMs);
      return [once, await alone.read({})] as const;
    });
    if (isSameReading(first, second) && first.items.length > 0) {
      if (patience !== undefined) log.memory.earlierInWindow = first;
      return {
        walk: first,
        scope: { kind: 'window', reason: 'growing', text: 'the log grows while it is read' },
        time,
      };
    }
  }
  restrictTo(log.memory, {});
  return undefined;
}

/** How far in the past a new entry may be dated, ms. */
export const longestDelayMs = 10 * 60_000;

/** Ranges that may no longer change, the most useful first. None if the oldest entries leave and little else would remain. */
async function settledRanges(context: WindowContext, sense: TimeFormatInference): Promise<readonly Range[]> {
  const { losesOldest, patience } = context;
  const { form, cuts, lo } = sense;
  const [first, last] = [cuts[0]!, cuts.at(-1)!];
  const now = newestSettled(context, form);
  // Where the oldest leave, the next one may leave at any time.
  const from = losesOldest ? first : lo;
  const upToNow: Range = [from, now];
  if (losesOldest && patience === undefined && !(await holdsMost(context, sense, upToNow))) return [];
  const quiet: Range = [from, now - longestDelayMs];
  return [
    ...((await holdsMost(context, sense, quiet)) ? [quiet] : []),
    upToNow,
    ...(losesOldest ? [] : [[lo, last] as const]),
    ...(cuts.length > 2 ? [[first, last] as const] : []),
  ];
}

/** Whether a range holds more than half of what the plain walk had. */
async function holdsMost({ base, meter }: WindowContext, sense: TimeFormatInference, range: Range): Promise<boolean> {
  const { count } = await meter().measure(rangeQuery(sense, ...range));
  return count !== undefined && 2 * count > base.total;
}

/** The latest moment up to which no entry is late any more. */
function newestSettled({ log, patience }: WindowContext, { unitMs, zoneMs = 0 }: TimeFormatInference['form']): number {
  return log.client.clock.now() - zoneMs - Math.max(unitMs, patience?.lagMs ?? 2000);
}

/** A window of a very long log that can be walked. */
export async function findWindowOfLong(context: WindowContext): Promise<Window | undefined> {
  const { log, base } = context;
  const sense = await inferCuttingTime(context);
  if (sense === undefined) return undefined;
  const find = context.depth === 'quick' ? findShortRange : findMiddleRange;
  // What arrived just now may be missing from some readings; but some logs hold nothing else than what is ahead.
  const settled = { ...sense, hi: Math.min(sense.hi, newestSettled(context, sense.form)) };
  const range =
    (await find(context, settled)) ?? (context.patience === undefined ? await find(context, sense) : undefined);
  if (range === undefined) return undefined;
  await walkFully(log.memory);
  const [from, to] = range;
  const time = openWindow(context, sense, from, to);
  const walk = await log.walk();
  if (walk.end !== 'end') {
    restrictTo(log.memory, {});
    return undefined;
  }
  if (context.patience !== undefined) log.memory.earlierInWindow = walk;
  const { form } = sense;
  const text = `the log is large (${base.total} items; ${base.pages.length} pages of it were walked), judged within ${form.render(from)} to ${form.render(to)}`;
  return { walk, scope: { kind: 'window', reason: 'too-long', text }, time };
}

/** The time format, if it is known to cut the log. */
async function inferCuttingTime({ inferTime }: WindowContext): Promise<TimeFormatInference | undefined> {
  const time = await inferTime();
  return time.understood && time.sense.strength === 'cuts' ? time.sense : undefined;
}

type Range = readonly [from: number, to: number];

/** A range of two or three pages, found with few requests. */
async function findShortRange(context: WindowContext, sense: TimeFormatInference): Promise<Range | undefined> {
  const meter = context.meter();
  const { form, cuts, lo, hi } = sense;
  const page = longestPage(context.base);
  const [least, most] = [2 * page, Math.max(3 * page, 2 * page + 4)];
  const span = spanAmid(context.hints, page);
  if (span !== undefined && span[1] <= hi) {
    const { count } = await meter.measure(rangeQuery(sense, ...span));
    if (count !== undefined && count > least && count <= most) return span;
  }
  // Not from the very beginning, if that can be avoided: the oldest may leave as new ones arrive.
  const [cut] = cuts;
  const after = cut === undefined ? undefined : await meter.measure(rangeQuery(sense, cut, hi));
  const from = cut !== undefined && (after?.count ?? 0) > least ? cut : lo;
  const to = await findPartUpTo(meter, form, { lo: from, hi }, { least, most });
  return to === undefined ? undefined : [from, to];
}

/** A range from the middle of the log on, of several pages that can be walked. */
async function findMiddleRange(context: WindowContext, sense: TimeFormatInference): Promise<Range | undefined> {
  const meter = context.meter();
  const { form, cuts, hi } = sense;
  const page = longestPage(context.base);
  const [least, most] = [3 * page, Math.min(Math.max(12 * page, 60), 4000)];
  const from = cuts[Math.floor(cuts.length / 2)]!;
  let span = hi - from;
  for (let attempt = 0; attempt < 40 && span > 2 * form.unitMs; attempt += 1) {
    const { count } = await meter.measure(rangeQuery(sense, from, from + span));
    if (count !== undefined && count > least && count <= most) return [from, from + span];
    span = count !== undefined && count <= least ? span * 1.6 : span / 2;
  }
  return undefined;
}

const longestPage = ({ pages }: Walk): number => Math.max(...pages.map((read) => read.page.data.length), 1);

/** A range of about two and a half pages amid what was read, if the items seem to tell their times. */
function spanAmid(times: readonly number[], page: number): Range | undefined {
  const sorted = [...times].sort((a, b) => a - b);
  const [first, last] = [sorted[Math.floor(0.2 * page)], sorted[Math.floor(2.8 * page)]];
  return first === undefined || last === undefined || last <= first ? undefined : [first, last];
}

/** Restricts the log to a range from here on, and looks for moments that cut the range while it is read. */
function openWindow(
  context: WindowContext,
  sense: TimeFormatInference,
  lo: number,
  hi: number,
): Promise<TimeInference> {
  const { log, depth, wantedCuts, hints } = context;
  restrictTo(log.memory, rangeQuery(sense, lo, hi));
  const meter = context.meter(depth === 'quick' ? undefined : 'fresh');
  const time = findCutsBetween(meter, { form: sense.form, range: { lo, hi }, wanted: wantedCuts, hints }).then(
    (cuts): TimeInference => ({ understood: true, sense: { ...sense, lo, hi, cuts } }),
  );
  // A failure is reported if the inference is awaited.
  time.catch(() => {});
  return time;
}
