/**
 * Ranges: what from and to must do whether or not their bounds are included. Counts of first pages find where to look;
 * bags of walks, read again alone, decide. "Everything" is the widest range that is accepted, since a server may look
 * back a limited time by default. A rejected range (a 4xx about span or distance) shows nothing.
 */
import { type CheckContext, checksOf, inconclusive, type LogQuery, logs } from '../../../src/suite.ts';
import { expectLoneBoundsWithin } from '../../lib/lone-bounds.ts';
import { areToldApart } from '../../lib/range-edges.ts';
import { mayBeTurned } from '../../lib/turned-bounds.ts';
import { requirements } from '../requirements.ts';
import { endsLate, rangesBeyond } from './beyond-the-log.ts';
import { expectFarBoundsToMatter, expectNothingFar, isEmpty } from './far-bounds.ts';
import { expectTimesInRange } from './items-in-no-range.ts';
import { expectNothingLostAtBound } from './lost-at-bound.ts';
import { expectOppositeBounds } from './opposite-bounds.ts';
import { expectSidesElsewhere } from './range-elsewhere.ts';
import { countLadder, findShrinking } from './range-ladder.ts';
import { expectOfRanges, isPartOf, type RangeRelation, standsPlainForWidest } from './range-relations.ts';
import { expectSides, type Pair, withGap, withOverlap } from './range-sides.ts';

const check = checksOf(requirements);

const directions = ['asc', 'desc'] as const;

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;
/**
 * Clients often send it for "no end"; in nanoseconds since the epoch it does not fit into 64 bits. Not tried as a number, whose
 * unit a target may infer from its length.
 */
const lastMoment = Date.UTC(9999, 11, 31, 23, 59, 59);

check('logs/range-subset', async (t) => {
  const ranges = await requireNearerRanges(t);
  const shared = t.effort.isLean ? [] : await readSharedRanges(t, ranges);
  await expectOfRanges(t, ranges, [...nestedRanges(t, ranges), ...shared]);
  if (t.effort.isLean && isAllTime(ranges)) await expectLoneBoundsWithin(t, ranges);
  await expectNothingLostAtBound(t, ranges, lonePairs(t, ranges));
  await expectLadderToGrow(t, ranges);
});

/** Ranges each of which lies within another one. */
function nestedRanges(t: CheckContext, ranges: logs.Ranges): RangeRelation[] {
  const { cuts, pairs, widest, upTo, since, between } = ranges;
  return [
    ...cuts.flatMap((cut) => [isPartOf(upTo(cut), widest), isPartOf(since(cut), widest)]),
    ...pairs
      .slice(0, t.effort.sampleCount(10))
      .flatMap(([a, b]) => [isPartOf(upTo(a), upTo(b)), isPartOf(since(b), since(a))]),
    ...pairs
      .slice(0, t.effort.sampleCount(4))
      .flatMap(([a, b]) => [isPartOf(between(a, b), upTo(b)), isPartOf(between(a, b), since(a))]),
    // A bound alone may cover a limited time only, but nothing that it does not cover with a far bound beside it.
    ...lonePairs(t, ranges).flatMap(([a, b]) => [
      isPartOf(between(undefined, a), upTo(a)),
      isPartOf(between(b, undefined), since(b)),
    ]),
    ...t.effort.take(misreadBounds(t, ranges), { quick: 0 }),
  ];
}

/** Lone bounds beyond the whole log that a server takes for one within it, if it swaps day and month or overflows. */
function misreadBounds(t: CheckContext, { sense, cuts, isWhole, between }: logs.Ranges): RangeRelation[] {
  if (!isWhole) return [];
  const soon = t.logs.now + 2 * dayMs;
  const swapped = dayReadAsPast(soon, cuts[0]!);
  return [
    ...(swapped === undefined ? [] : [isPartOf(between(swapped, undefined), between(soon, undefined))]),
    ...(sense.form.format.startsWith('epoch')
      ? []
      : [isPartOf(between(undefined, logs.farFuture), between(undefined, lastMoment))]),
  ];
}

/** The ranges that other checks walk, too, so that each bound is there on every page. */
async function readSharedRanges(t: CheckContext, ranges: logs.Ranges): Promise<RangeRelation[]> {
  const { log, widest, shared } = ranges;
  await t.readAtOnce(log, [shared.from, shared.to, shared.both]);
  const isPart = { from: endsLate(ranges), to: beginsEarly(ranges), both: true };
  return (['from', 'to', 'both'] as const).filter((side) => isPart[side]).map((side) => isPartOf(shared[side], widest));
}

/** On the first pages of ranges, each a step wider than the one before, no count may fall. */
async function expectLadderToGrow(t: CheckContext, ranges: logs.Ranges): Promise<void> {
  const ladder = await countLadder(t, ranges);
  for (const side of ['upTo', 'since'] as const) {
    const shrinking = findShrinking(ladder, side);
    if (shrinking === undefined) continue;
    const [part, whole] = shrinking;
    await expectOfRanges(t, ranges, [isPartOf(ranges[side](part.at), ranges[side](whole.at))]);
  }
}

/** Pairs whose moments are also sent as a bound alone, if nothing lies beyond the widest range. */
function lonePairs(t: CheckContext, ranges: logs.Ranges): readonly Pair[] {
  const count = isAllTime(ranges) ? t.effort.pick({ quick: 0, standard: 3, deep: 30 }) : 0;
  return [...ranges.pairs].reverse().slice(0, count);
}

/**
 * A day after `soon` that a server takes for one before `first` if it exchanges day and month.
 * @returns noon of that day, ms since the epoch; undefined if the calendar has none, as from 13 December on
 */
function dayReadAsPast(soon: number, first: number): number | undefined {
  for (let at = Math.ceil(soon / dayMs) * dayMs + dayMs / 2; at < soon + yearMs; at += dayMs) {
    const day = new Date(at);
    const read = Date.UTC(day.getUTCFullYear(), day.getUTCDate() - 1, day.getUTCMonth() + 1, 12);
    if (day.getUTCDate() <= 12 && read < first) return at;
  }
  return undefined;
}

check('logs/range-far', async (t) => {
  await expectFarBoundsToMatter(t);
  await expectOppositeBounds(t);
  const ranges = await requireNearerRanges(t);
  const { baseline, log, sense, between, isWhole } = ranges;
  if (baseline.plainWalk.items.length === 0)
    inconclusive('the log is empty', 'a webhook with logs (fixtures.webhooks)');
  // As they were measured to learn the time format, unless nothing is left out.
  const [future, past] = t.effort.pick({
    standard: [logs.farFuture, logs.farPast],
    deep: [Date.UTC(2099, 11, 30), Date.UTC(1990, 0, 2)],
  });
  const certain = [between(future, undefined), between(undefined, past)];
  if (await t.effort.isDecidedBy(() => hasNothingFar(t, ranges))) {
    t.reached('a range beyond the log');
    return;
  }
  const further = t.effort.pick({ quick: async () => [], standard: rangesBeyond });
  const beyond = [...certain, ...(await further(t, ranges))];
  if (isWhole && !t.effort.isExhaustive) await Promise.all(certain.map((query) => t.logs.measure(query)));
  if (isWhole) await t.readAtOnce(log, beyond);
  for (const query of beyond) {
    // The bounds of a window would turn a lone bound into a range the wrong way round, which a target may turn again.
    if (!isWhole && (query.from === undefined || query.to === undefined)) continue;
    if (isEmpty([await log.walk(query)]) !== undefined && (await mayBeTurned(t, sense, query))) continue;
    await t.expect(log, [query], isEmpty);
  }
  if (isWhole && !t.effort.isLean)
    for (const other of baseline.others) await expectNothingFar(t, ranges, other, certain);
});

/** Whether two far ranges, which were measured to learn the time format, hold nothing. */
async function hasNothingFar(t: CheckContext, { between, isWhole }: logs.Ranges): Promise<boolean> {
  if (!isWhole) return false;
  const far = [between(logs.farFuture, undefined), between(undefined, logs.farPast)];
  const measures = await Promise.all(far.map((query) => t.logs.measure(query)));
  return measures.every(({ count }) => count === 0);
}

check('logs/range-gap', async (t) => {
  const ranges = await logs.requireRanges(t);
  const { pairs, between } = ranges;
  const judged = await expectSides(t, ranges, withGap, [
    ...pairs.slice(0, t.effort.sampleCount(8)).map((pair) => ({ pair, both: withGap.of(ranges, ...pair) })),
    // Either bound alone: what it returns is part of that side, also where the server looks back a limited time.
    ...lonePairs(t, ranges).map((pair) => ({
      pair,
      both: [between(undefined, pair[0]), between(pair[1], undefined)] as const,
    })),
  ]);
  await expectSidesElsewhere(t, ranges, withGap);
  if (judged === 0) noDistance();
});

check('logs/range-overlap', async (t) => {
  const ranges = await requireNearerRanges(t);
  const { pairs, widest, sense, between } = ranges;
  // Both bounds each time: a server may look back a limited time from a lone `to`, or end a lone `from` after one.
  const overlapping = pairs
    .slice(0, t.effort.sampleCount(8))
    .map((pair) => ({ pair, both: withOverlap.of(ranges, ...pair) }));
  const judged = await expectSides(t, ranges, withOverlap, overlapping);
  await expectSidesElsewhere(t, ranges, withOverlap);
  if (isAllTime(ranges) && !(await standsPlainForWidest(t, ranges))) {
    // Where nothing can lie beyond the widest range, it has everything that a search with one of its bounds has.
    const lone = [between(sense.lo, undefined), between(undefined, sense.hi)];
    await expectOfRanges(
      t,
      ranges,
      lone.map((part) => isPartOf(part, widest)),
    );
    await expectTimesInRange(t, ranges);
  }
  if (!isAllTime(ranges) && judged === 0) noDistance();
});

/** Whether nothing can lie beyond the widest range: a target that rejects wide ones may have entries of this minute there. */
const isAllTime = (ranges: logs.Ranges): boolean => ranges.isWhole && beginsEarly(ranges) && endsLate(ranges);

const beginsEarly = ({ sense }: logs.Ranges): boolean => sense.lo <= Date.UTC(2001, 0, 2);

/** Ranges of a log that does not reach beyond the far bounds; inconclusive for any other. */
async function requireNearerRanges(t: CheckContext): Promise<logs.Ranges> {
  const ranges = await logs.requireRanges(t);
  if (await logs.reachesBeyondFarBounds(t, ranges))
    inconclusive(
      'the log seems to have entries from before 2001 or after 2098',
      'a webhook whose entries are not dated so far away (fixtures.webhooks)',
    );
  return ranges;
}

function noDistance(): never {
  inconclusive('no two moments lie far enough apart', 'a log whose items lie apart in time');
}

check('logs/range-and', async (t) => {
  const ranges = await logs.requireRanges(t);
  const { baseline, log, cuts, pairs, widest, shared, upTo, since, between } = ranges;
  const relations: RangeRelation[] = pairs
    .slice(0, t.effort.sampleCount(8))
    .map(([a, b]) => ({ left: [since(a), upTo(b)], right: [widest, between(a, b)], isPart: false }));
  // From one moment to the same one: a server may include what lies at it, for a day also all of that day.
  for (const [at, later] of pairs.slice(0, t.effort.sampleCount(2)))
    relations.push(isPartOf(between(at, at), since(at)), isPartOf(between(at, at), upTo(later)));
  // On every page, in either direction: a bound that is lost with a cursor shows where the walk runs towards it.
  const sorted = logs.isLongWalk(baseline.plainWalk) ? [] : t.effort.take(directions, { quick: 0 });
  const inOrder = await notAsWalked(
    t,
    ranges,
    sorted.map((sortDirection) => ({ ...shared.both, sortDirection })),
  );
  await t.readAtOnce(log, [...inOrder, ...(inOrder.length > 0 ? [shared.both] : [])]);
  relations.push(...inOrder.map((query) => ({ left: [query], right: [shared.both], isPart: false })));
  for (const [earlier, [a, b]] of disjointRanges(ranges))
    if (await areToldApart(t, ranges, [earlier, a]))
      relations.push({ left: [upTo(earlier), between(a, b)], right: [widest], isPart: true });
  if (relations.length === 0 && sorted.length === 0) noDistance();
  // With both bounds inside the log, either of them shows if it is ignored.
  const inner = cuts.length > 1 ? between(cuts[0], cuts.at(-1)) : since(cuts[0]!);
  relations.push(...t.effort.take([isPartOf(reversed(inner), inner)], { quick: 0 }));
  await expectOfRanges(t, ranges, relations);
});

/** A range that ends before it begins: a target may reject it, find nothing or exchange the bounds. */
const reversed = ({ from, to, ...rest }: LogQuery): LogQuery => ({
  ...rest,
  ...(to === undefined ? {} : { from: to }),
  ...(from === undefined ? {} : { to: from }),
});

/** Of searches of both bounds, those that do not begin as the walk without a direction, which is read to its end. */
async function notAsWalked(t: CheckContext, { log, shared }: logs.Ranges, queries: readonly LogQuery[]) {
  if (t.effort.isLean || t.effort.isExhaustive || queries.length === 0) return queries;
  const walk = await log.walk(shared.both);
  const inOrder = await Promise.all(queries.map((query) => log.walk(query)));
  t.reached(...logs.pointsOfWalks([walk]));
  return queries.filter((_, index) => !logs.isComplete(walk) || inOrder[index]!.isStandIn !== true);
}

/**
 * A moment, and two later ones far enough from it and from each other: no item up to the first lies between the others if the target
 * tells the first two apart.
 */
function disjointRanges({
  cuts,
  pairs,
}: logs.Ranges): (readonly [earlier: number, later: readonly [number, number]])[] {
  return pairs
    .filter(([, first]) => first === cuts[1])
    .flatMap(([earlier, first]) => pairs.filter(([from]) => from === first).map((later) => [earlier, later] as const));
}
