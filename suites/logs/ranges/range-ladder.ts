/**
 * Counts along a ladder of moments around the log. A server that misreads some bounds also influences the cuts, which are found by
 * bisection. So these moments are drawn by the seed: before, within and after the cuts, at any time of day. First pages are
 * counted; only ranges that contradict each other are walked.
 */
import { type CheckContext, generate, logs } from '../../../src/suite.ts';

/** A moment, with the number of items on each side of it, as first pages count them. */
export interface Rung {
  /** ms since the epoch */
  readonly at: number;
  /** Items up to the moment. */
  readonly upTo: number;
  /** Items from the moment on. */
  readonly since: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** The accepted rungs, ascending; none if few requests may be sent. */
export async function countLadder(t: CheckContext, { log, sense, upTo, since }: logs.Ranges): Promise<readonly Rung[]> {
  const { form, lo, hi } = sense;
  const inside = (at: number) => at > lo && at < hi && logs.isInside(log.scope, form, at);
  const moments = drawMoments(t, sense, inside).filter(inside);
  const counted = await Promise.all(
    logs.spread(moments, logs.apart(form), moments.length).map(async (at) => {
      const [before, after] = await Promise.all([upTo(at), since(at)].map((query) => t.logs.measure(query)));
      const counts = { upTo: before?.count, since: after?.count };
      return counts.upTo === undefined || counts.since === undefined ? [] : [{ at, ...counts } as Rung];
    }),
  );
  return counted.flat();
}

/** Before, within and after the cuts: up to twice their span away, so that a log of which one half was never cut is met. */
function drawMoments(t: CheckContext, sense: logs.Ranges['sense'], inside: (at: number) => boolean): number[] {
  const { cuts } = sense;
  const ofOneDay = t.effort.take(momentsAroundNoon(sense), { quick: 0 });
  const within = t.effort.pick({ quick: 0, standard: 3, deep: 14 }) - ofOneDay.length;
  const outside = t.effort.pick({ quick: 0, standard: 1, deep: 12 });
  const [first, last] = [cuts[0], cuts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const span = Math.max(last - first, dayMs);
  // The same for all checks, which share what was counted.
  const random = generate.seededRandom(t.settings.run.seed);
  const drawn = [first - 2 * span, first, last].flatMap((from, part) => {
    const [length, each] = part === 1 ? [last - first, within] : [2 * span, outside];
    return Array.from({ length: each }, (_, index) => {
      const at = Math.floor(from + ((index + random()) / each) * length);
      const known = index === 0 ? oftenMisread(first, last)[part] : undefined;
      return inMinute(known !== undefined && inside(known) ? known : at, (index + part) % 2 === 0 ? 'odd' : 'even');
    });
  });
  return [...drawn, ...ofOneDay].sort((a, b) => a - b);
}

/**
 * Days that parsers often misread, shortly after midnight: before the cuts the last day of a year, which may belong to the first week
 * of the next year, and after them the 31st of a month.
 */
function oftenMisread(first: number, last: number): readonly [before: number, within: undefined, after: number] {
  const midnight = Math.floor(first / dayMs) * dayMs;
  const before = new Date(midnight - dayMs);
  const year = before.getUTCFullYear();
  const endOfYear = Date.UTC(year, 11, 31) < midnight ? Date.UTC(year, 11, 31) : Date.UTC(year - 1, 11, 31);
  let after = Math.floor(last / dayMs) * dayMs + dayMs;
  while (new Date(after).getUTCDate() !== 31) after += dayMs;
  return [endOfYear + afterMidnightMs, undefined, after + afterMidnightMs];
}

const afterMidnightMs = 21 * minuteMs;

const hourMs = 3_600_000;
/**
 * On a 12-hour clock, half past twelve is half past midnight, and 13:00 is one o'clock: such a bound loses the items between that and
 * the first of these hours.
 */
const aroundNoon = [11.5, 12.5, 13] as const;
const [beforeNoon] = aroundNoon;

/** Moments before noon, in its hour and after it, on a day with an item in the morning; if none is known, on a day within the log. */
function momentsAroundNoon({ cuts, hints = [] }: logs.Ranges['sense']): readonly number[] {
  const inMorning = hints.filter((at) => at % dayMs > hourMs && at % dayMs < beforeNoon * hourMs);
  const at = inMorning[inMorning.length >> 1] ?? cuts[cuts.length >> 1];
  if (at === undefined) return [];
  const day = Math.floor(at / dayMs) * dayMs;
  return aroundNoon.map((hours) => day + hours * hourMs);
}

/** The moment, or a minute later. Neighbouring rungs alternate, so that bounds misread in every other minute contradict others. */
function inMinute(at: number, wanted: 'odd' | 'even'): number {
  const isOdd = Math.floor(at / minuteMs) % 2 === 1;
  return isOdd === (wanted === 'odd') ? at : at + minuteMs;
}

/** The pair whose counts contradict each other most: the range that must be part of the other has more items. */
export function findShrinking(
  ladder: readonly Rung[],
  side: 'upTo' | 'since',
): readonly [part: Rung, whole: Rung] | undefined {
  const ascending = side === 'upTo' ? ladder : [...ladder].reverse();
  let worst: { readonly pair: readonly [Rung, Rung]; readonly by: number } | undefined;
  for (const [index, part] of ascending.entries())
    for (const whole of ascending.slice(index + 1)) {
      const by = part[side] - whole[side];
      if (by > (worst?.by ?? 0)) worst = { pair: [part, whole], by };
    }
  return worst?.pair;
}
