/**
 * Bounds within one second, on either side of an entry whose shown time has milliseconds. Other checks write bounds in whole seconds
 * if the target reads these, which a bound that is cut to the second does not contradict.
 */
import { type CheckContext, logs } from '../../../src/suite.ts';
import type { Pair } from './range-sides.ts';

const secondMs = 1000;
/** From the time of the entry to a bound, and from there to the next one: no clock or type of time rounds as much. */
const distanceMs = 20;
/** From the time of the entry to the nearest full second: all bounds around it lie in the same one. */
const marginMs = 3 * distanceMs;
/** Entries whose times are looked at. */
const mostItems = 400;

/** The same ranges with their bounds in milliseconds, and the moments right before the entry and right after it. */
export interface SplitSecond {
  readonly ranges: logs.Ranges;
  readonly around: readonly {
    readonly moment: number;
    /** The moment and one further from the entry. */
    readonly pair: Pair;
  }[];
}

/**
 * Where sides of a log may be split within a second. Undefined if no time in the items has milliseconds, or if the target is not seen
 * to read either bound so finely: it may read both to the second.
 */
export async function findSplitSecond(t: CheckContext, ranges: logs.Ranges): Promise<SplitSecond | undefined> {
  const fine = t.effort.isLean ? undefined : inMilliseconds(ranges);
  const at = fine === undefined ? undefined : splitTime(fine);
  if (fine === undefined || at === undefined) return undefined;
  const [before, after] = [at - distanceMs, at + distanceMs];
  const sides = [fine.upTo, fine.since];
  const counts = await Promise.all(
    sides.map((side) => Promise.all([before, after].map(async (moment) => (await t.logs.measure(side(moment))).count))),
  );
  const isFine = counts.some(([one, other]) => one !== undefined && other !== undefined && one !== other);
  const all = (await t.logs.measure(ranges.widest)).count ?? 0;
  // A bound that leaves nothing out, or everything, may be one that the target does not read with milliseconds.
  const areBounds = counts.flat().every((count) => count !== undefined && count > 0 && count < all);
  if (!isFine || !areBounds) return undefined;
  return {
    ranges: fine,
    around: [
      { moment: before, pair: [before - distanceMs, before] },
      { moment: after, pair: [after, after + distanceMs] },
    ],
  };
}

/** Undefined for a form that has no milliseconds, or always has them. */
function inMilliseconds(ranges: logs.Ranges): logs.Ranges | undefined {
  const { sense, widest } = ranges;
  const form = logs.timeForms.find(({ format, unitMs }) => format === sense.form.format && unitMs === 1);
  if (form === undefined || sense.form.unitMs !== secondMs) return undefined;
  return {
    ...ranges,
    sense: { ...sense, form },
    upTo: (at) => ({ ...widest, to: form.render(at) }),
    since: (at) => ({ ...widest, from: form.render(at) }),
  };
}

/** A time that the items show, amid its second and within the judged part of the log; no other one is near it. */
function splitTime({ baseline, log, sense }: logs.Ranges): number | undefined {
  const times = [...new Set(logs.itemTimes(baseline.plainWalk.items.slice(0, mostItems)))];
  const isApart = (at: number) => !times.some((other) => other !== at && Math.abs(other - at) <= marginMs);
  const isInside = (at: number) => logs.isInside(log.scope, sense.form, at);
  const split = times.filter((at) => {
    const part = at % secondMs;
    return (
      part >= marginMs &&
      part <= secondMs - marginMs &&
      isApart(at) &&
      isInside(at - marginMs) &&
      isInside(at + marginMs)
    );
  });
  return split[split.length >> 1];
}
