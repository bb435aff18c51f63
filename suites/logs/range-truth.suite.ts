/** Where the times of items are known, ranges around them hold those that lie in it, and no others. */
import {
  type CheckContext,
  checksOf,
  generate,
  inconclusive,
  logs,
  notApplicable,
  type Walk,
} from '../../src/suite.ts';
import { areToldApart } from '../lib/range-edges.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('logs/range-truth', expectKnownRanges, { from: 'standard' });

async function expectKnownRanges(t: CheckContext): Promise<undefined> {
  const baseline = await t.baseline({ finite: true });
  const times = logs.knownInstants(t, baseline);
  if (times.size === 0) notApplicable('neither a truth file nor declares.item gives the items times');
  const ranges = await logs.requireRanges(t);
  const { log, sense, since, upTo, widest } = ranges;
  const { unitMs, zoneMs = 0 } = sense.form;
  const margin = zoneMs + Math.max(logs.apart(sense.form), precisionOf([...times.values()]) + unitMs);
  const areAllKnown = baseline.plainWalk.items.every((item) => times.has(item));
  const moments = momentsAround(t, [...times.values()], margin + unitMs).filter(({ at }) =>
    logs.isInside(widest, sense.form, at),
  );
  if (moments.length === 0) inconclusive('no known time lies in the judged range', 'a truth file of the log as it is');
  let judged = 0;
  for (const { at, sides } of areAllKnown ? moments : moments.slice(0, 4))
    for (const side of sides) {
      const query = side === 'from' ? since(at) : upTo(at);
      const isExpected = (time: number) => (side === 'from' ? time - at : at - time);
      // Counted on first pages, and walked where the count is not what the times tell.
      const { count } = await t.logs.measure(query);
      const most = countOf(baseline.plainWalk, times, (time) => isExpected(time) >= -margin);
      const least = countOf(baseline.plainWalk, times, (time) => isExpected(time) > margin);
      if (areAllKnown && count !== undefined && count >= least && count <= most) {
        judged += 1;
        continue;
      }
      const [range, wide] = await Promise.all([query, widest].map((one) => log.walk(one)));
      const distance = (item: string) => isExpected(times.get(item) ?? Number.NaN);
      const { stray, lost } = wrongItems(range!, wide!, distance, margin);
      const wrong = times.get(stray ?? lost ?? '');
      const isTold = wrong === undefined || (await areToldApart(t, ranges, [Math.min(at, wrong), Math.max(at, wrong)]));
      if (!isTold) continue;
      judged += 1;
      await t.expect(log, [query, widest], holdsTimes(times, isExpected, margin));
    }
  if (judged === 0)
    inconclusive(
      'no range around a known time holds what lies in it, and the target does not tell these times apart',
      'a target that searches between the times of its entries',
    );
  return undefined;
}

const steps = [86_400_000, 3_600_000, 60_000, 1000];

/** The longest of some natural steps of which all times are multiples, ms: they may be rounded to it. */
function precisionOf(times: readonly number[]): number {
  return steps.find((step) => times.every((time) => time % step === 0)) ?? 1;
}

interface Moment {
  readonly at: number;
  /** The bounds that are tried there. */
  readonly sides: readonly ('from' | 'to')[];
}

const both = ['from', 'to'] as const;

/**
 * Moments a little before and after the times of some items: one in the middle, one drawn, the first and the last. Outside of the
 * log, a range with everything in it tells as much as one with nothing.
 */
function momentsAround(t: CheckContext, times: readonly number[], margin: number): readonly Moment[] {
  const sorted = [...new Set(times)].sort((a, b) => a - b);
  const drawn = Math.floor(generate.seededRandom(t.seed)() * sorted.length);
  const last = sorted.length - 1;
  const places = new Set([Math.floor(sorted.length / 2), drawn, 0, last]);
  return [...places].flatMap((place): Moment[] => [
    { at: sorted[place]! - margin, sides: place === 0 && !t.effort.isExhaustive ? ['from'] : both },
    { at: sorted[place]! + margin, sides: place === last && !t.effort.isExhaustive ? ['to'] : both },
  ]);
}

function countOf({ items }: Walk, times: ReadonlyMap<string, number>, isIn: (time: number) => boolean): number {
  return items.filter((item) => isIn(times.get(item) ?? Number.NaN)).length;
}

/** @param distance how far inside the range a time lies, ms; negative outside */
function holdsTimes(
  times: ReadonlyMap<string, number>,
  distance: (time: number) => number,
  margin: number,
): logs.Oracle {
  return logs.onCompleteWalks((range, wide) => {
    const query = logs.describeQuery(range.query);
    const { stray, lost } = wrongItems(range, wide, (item) => distance(times.get(item) ?? Number.NaN), margin);
    if (stray !== undefined)
      return {
        message: `${query} returned ${logs.truncate(stray)}, whose time ${showTime(times.get(stray)!)} lies outside`,
        proof: logs.proofOfItems(range, [stray]),
      };
    if (lost === undefined) return undefined;
    return {
      message: `${query} did not return ${logs.truncate(lost)}, whose time ${showTime(times.get(lost)!)} lies in it`,
      proof: [...logs.proofOfWalk(range), ...logs.proofOfItems(wide, [lost])],
    };
  });
}

/** An item of the range that lies outside, and one that lies in it and is missing. */
function wrongItems(range: Walk, wide: Walk, distance: (item: string) => number, margin: number) {
  return {
    stray: range.items.find((item) => distance(item) < -margin),
    lost: wide.items.find((item) => distance(item) > margin && (range.bag.get(item) ?? 0) < (wide.bag.get(item) ?? 0)),
  };
}

function showTime(at: number): string {
  return new Date(at).toISOString();
}
