/**
 * Two sides of a log, up to one moment and from another one on, with a gap or an overlap between them. Their items show bounds
 * that are shifted, rounded or ignored. Counts of first pages find where to look; walks decide.
 */
import { CheckConcluded, type CheckContext, generate, type LogQuery, logs } from '../../../src/suite.ts';
import { areToldApart, type Edge, findEdges, isReadFinely, readsCoarsely } from '../../lib/range-edges.ts';
import { countLadder } from './range-ladder.ts';
import { expectOfRanges, type RangeRelation, standsPlainForWidest } from './range-relations.ts';
import { areInOneStep } from './reading-steps.ts';
import { findSplitSecond } from './split-seconds.ts';

const minuteMs = 60_000;

/** Two moments, ms since the epoch, the earlier one first. */
export type Pair = readonly [number, number];

/** Two sides of a log, and the part between them that both leave out, or both include. */
export interface Sides {
  /** @param a the earlier moment */
  of(ranges: logs.Ranges, a: number, b: number): readonly [old: LogQuery, young: LogQuery];
  /** How both sides relate to everything. */
  relation(sides: readonly LogQuery[], widest: LogQuery): RangeRelation;
  /** Which of two edges are judged by it, unless nothing is left out for its cost. */
  readonly edges: 0 | 1;
  /** Moments around an edge, so far apart, between which nothing else than its items can lie. */
  around(edge: Edge, distances: readonly number[]): readonly Pair[];
  /** The bound that changes first before two contradicting moments; the other one changes after them. */
  readonly startsWith: 'from' | 'to';
  /** Whether the sum of the counts of both sides contradicts the count of everything. */
  contradicts(sum: number, all: number): boolean;
}

export const withGap: Sides = {
  of: ({ upTo, since }, a, b) => [upTo(a), since(b)],
  relation: (left, widest) => ({ left, right: [widest], isPart: true }),
  edges: 1,
  around: ({ at }, distances) => distances.map((distance) => [at, at + distance]),
  startsWith: 'to',
  contradicts: (sum, all) => sum > all,
};

export const withOverlap: Sides = {
  of: ({ upTo, since }, a, b) => [upTo(b), since(a)],
  relation: (right, widest) => ({ left: [widest], right, isPart: true }),
  edges: 0,
  // Before it, and after it: there it is missing as soon as a to is misread.
  around: ({ at, unitMs }, distances) => [
    [at - unitMs - distances[0]!, at - unitMs],
    ...distances.map((distance) => [at + unitMs, at + unitMs + distance] as const),
  ],
  startsWith: 'from',
  contradicts: (sum, all) => sum < all,
};

/** Two sides of a log, and the moments at which they end and begin. */
export interface SidesOfPair {
  readonly pair: Pair;
  readonly both: readonly [old: LogQuery, young: LogQuery];
}

/** Requires the relation of sides; a contradiction counts only at moments that the target distinguishes. */
async function expectOfSides(t: CheckContext, ranges: logs.Ranges, sides: Sides, all: readonly SidesOfPair[]) {
  const expect = (some: readonly SidesOfPair[]) =>
    expectOfRanges(
      t,
      ranges,
      some.map(({ both }) => sides.relation(both, ranges.widest)),
    );
  const toldApart = async () => {
    const told: SidesOfPair[] = [];
    for (const one of all) if (await areToldApart(t, ranges, one.pair)) told.push(one);
    return told;
  };
  if (readsCoarsely(t)) return expect(await toldApart());
  try {
    await expect(all);
  } catch (error) {
    if (!(error instanceof CheckConcluded && error.conclusion.verdict === 'fail')) throw error;
    const told = await toldApart();
    if (told.length === all.length) throw error;
    await expect(told);
  }
}

/** Judges sides that lie far apart, and close ones; returns how many of both. */
export async function expectSides(
  t: CheckContext,
  ranges: logs.Ranges,
  sides: Sides,
  far: readonly SidesOfPair[],
): Promise<number> {
  const { log, widest } = ranges;
  await expectOfSides(t, ranges, sides, far);
  const wide = await log.walk((await standsPlainForWidest(t, ranges)) ? {} : widest);
  if (!logs.isComplete(wide)) return far.length;
  const [found, ladder] = await Promise.all([findEdges(t, ranges), countLadder(t, ranges)]);
  const edges = t.effort.isExhaustive ? found : found.filter((_, place) => place % 2 === sides.edges);
  const distance = logs.apart(ranges.sense.form);
  const close = [
    ...closePairs(t, ranges),
    ...ladder.slice(1).map(({ at }, index) => [ladder[index]!.at, at] as const),
    // A server may misread bounds in every other minute.
    ...edges.flatMap((edge) => sides.around(edge, [distance, distance + minuteMs])),
  ];
  await Promise.all(close.flatMap((pair) => sides.of(ranges, ...pair)).map((query) => t.logs.measure(query)));
  // First pages give the counts. Only those that contradict each other, at moments that the target tells apart, are worth a walk.
  const isWrong = (pair: Pair) => isContradicted(t, ranges, sides, pair, wide.items.length);
  for (const pair of close)
    if ((await isWrong(pair)) && (await areToldApart(t, ranges, pair)))
      await expectOfSides(t, ranges, sides, [{ pair, both: sides.of(ranges, ...pair) }]);
  // A server may read bounds in longer steps: one unit counts only if one of them is seen to be read more finely.
  for (const pair of edges.flatMap((edge) => sides.around(edge, [edge.unitMs])))
    if (
      (await isWrong(pair)) &&
      (await isReadFinely(t, ranges, pair)) &&
      !(await areInOneStep(t, ranges, sides, pair, isWrong))
    )
      await expectOfRanges(t, ranges, [sides.relation(sides.of(ranges, ...pair), widest)]);
  await expectWithinSecond(t, ranges, sides, wide.items.length);
  return far.length + close.length;
}

/** Both bounds at one moment with too many items, or too few, give a reason to look at two moments. */
async function expectWithinSecond(t: CheckContext, ranges: logs.Ranges, sides: Sides, all: number): Promise<void> {
  const split = await findSplitSecond(t, ranges);
  if (split === undefined) return;
  const isWrong = (pair: Pair) => isContradicted(t, split.ranges, sides, pair, all);
  for (const { moment, pair } of split.around)
    if ((await isWrong([moment, moment])) && (await isWrong(pair)))
      await expectOfRanges(t, split.ranges, [sides.relation(sides.of(split.ranges, ...pair), ranges.widest)]);
}

async function isContradicted(t: CheckContext, ranges: logs.Ranges, sides: Sides, pair: Pair, all: number) {
  const [left, right] = await Promise.all(sides.of(ranges, ...pair).map((query) => t.logs.measure(query)));
  if (left?.count === undefined || right?.count === undefined) return false;
  const isWrong = sides.contradicts(left.count + right.count, all);
  if (isWrong) t.client.lookIntoFirst();
  return isWrong;
}

/** Close pairs of moments, down to the least distance that the form renders, drawn around the cuts. */
function closePairs(t: CheckContext, { log, sense, cuts }: logs.Ranges): (readonly [number, number])[] {
  const least = logs.apart(sense.form);
  const distances = [least, 10 * 60_000, 3_600_000, 6 * 3_600_000].filter((distance) => distance >= least);
  const random = generate.seededRandom(t.seed);
  const around = sense.cuts.length === 0 ? cuts : sense.cuts;
  const last = around.at(-1)!;
  // One bound is counted already if few requests may be sent, unless items tell of better moments.
  const few = [pairAfterItem(sense, least) ?? ([last - least, last] as const)];
  const drawn = Array.from({ length: t.effort.pick({ quick: 0, standard: 2, deep: 70 }) }, (_, index) => {
    const distance = distances[index % distances.length]!;
    const cut = around[Math.floor(random() * around.length)]!;
    const a = Math.floor(cut - random() * distance);
    return [a, a + distance] as const;
  });
  // Beyond the bounds of a window a moment would widen it.
  return t.effort
    .pick<readonly Pair[]>({ quick: few, standard: drawn })
    .filter(([a, b]) => logs.isInside(log.scope, sense.form, a) && logs.isInside(log.scope, sense.form, b));
}

/**
 * Two moments right after one at which an item seems to lie, in the same hour, and in minutes with odd numbers: if a bound is
 * moved back to the full hour, or misread now and then, both sides of them have the item, or neither has.
 */
function pairAfterItem({ hints = [], form }: logs.Ranges['sense'], least: number): Pair | undefined {
  const isOdd = (at: number) => Math.floor(at / minuteMs) % 2 === 1;
  const hourOf = (at: number) => Math.floor(at / (60 * minuteMs));
  const pairs = hints.flatMap((time): Pair[] =>
    [form.unitMs, minuteMs].map((later) => [time + later, time + later + least] as const),
  );
  const telling = pairs.filter(([a, b]) => isOdd(a) && isOdd(b) && hourOf(a - minuteMs) === hourOf(b));
  return telling[Math.floor(telling.length / 2)];
}
