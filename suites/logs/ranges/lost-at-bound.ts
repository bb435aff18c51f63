/**
 * Items that a bound alone loses next to it. A target may limit such a range: by a default for the other bound, to a length of time
 * from this one, or to a number of items. None of these hides an item if one further from the bound is returned, and a bound moved
 * outwards returns the hidden one.
 */
import { bags, type CheckContext, type LogQuery, logs } from '../../../src/suite.ts';
import { areToldApart } from '../../lib/range-edges.ts';
import type { Pair } from './range-sides.ts';

/** A range with one bound, and the ranges that show whether it is limited. */
interface LoneRange {
  /** The moment of its bound, and one inside the range next to it, in time. */
  readonly edge: Pair;
  ofBound(at: number): LogQuery;
  readonly lone: LogQuery;
  /** The same with a far bound beside it. */
  readonly whole: LogQuery;
  /** The part of `whole` next to the bound, and the rest. */
  readonly near: LogQuery;
  readonly rest: LogQuery;
  /** A lone bound that includes more. */
  readonly wider: LogQuery;
}

/**
 * Requires that each bound of the pairs, alone, loses nothing next to it. It is walked only if it has fewer items than with a far
 * second bound.
 */
export async function expectNothingLostAtBound(t: CheckContext, ranges: logs.Ranges, pairs: readonly Pair[]) {
  const momentsOf = (side: 0 | 1) => [...new Set(pairs.map((pair) => pair[side]))];
  const all = [
    ...momentsOf(1).map((at) => loneRange(ranges, 'from', at)),
    ...momentsOf(0).map((at) => loneRange(ranges, 'to', at)),
  ];
  for (const range of all) if (range !== undefined) await expectNothingLost(t, ranges, range);
}

async function expectNothingLost(t: CheckContext, ranges: logs.Ranges, range: LoneRange): Promise<void> {
  const { lone, whole, near, rest, wider, edge, ofBound } = range;
  const [few, many] = await Promise.all([lone, whole].map((query) => t.logs.measure(query)));
  if (few?.count === undefined || many?.count === undefined || few.count >= many.count) return;
  const queries = [near, lone, rest, wider];
  const walks = await Promise.all(queries.map((query) => ranges.log.walk(query)));
  if (findLost(walks) === undefined) return;
  t.client.lookIntoFirst();
  // A bound may stand for all of an hour or a day, which alone it may leave out.
  if (!(await areToldApart(t, { ...ranges, upTo: ofBound, since: ofBound }, edge, 'nothing'))) return;
  await t.expect(ranges.log, queries, findLost);
}

/** Undefined unless cuts lie before and after the bound: they tell whether the range is limited. */
function loneRange(ranges: logs.Ranges, bound: 'from' | 'to', at: number): LoneRange | undefined {
  const { sense, cuts, between, since, upTo } = ranges;
  const isFrom = bound === 'from';
  // The sign of moments inside the range, seen from the bound.
  const inwards = isFrom ? 1 : -1;
  const inside = at + inwards * logs.apart(sense.form);
  const ahead = isFrom ? cuts : cuts.toReversed();
  const end = ahead.find((cut) => inwards * (cut - inside) > 0);
  const outside = ahead.findLast((cut) => inwards * (cut - at) < 0);
  if (end === undefined || outside === undefined) return undefined;
  const ofBound = (moment: number) => (isFrom ? between(moment, undefined) : between(undefined, moment));
  const withFar = isFrom ? since : upTo;
  return {
    edge: isFrom ? [at, inside] : [inside, at],
    ofBound,
    lone: ofBound(at),
    whole: withFar(at),
    near: isFrom ? between(inside, end) : between(end, inside),
    rest: withFar(end),
    wider: ofBound(outside),
  };
}

/** The part next to a bound must be in the range with that bound alone, as the rest and a wider range show. */
export const findLost: logs.Oracle = logs.onCompleteWalks((near, lone, rest, wider) => {
  const lost = [...bags.minus(near.bag, lone.bag).keys()].find(
    (item) => !rest.bag.has(item) && (wider.bag.get(item) ?? 0) > (lone.bag.get(item) ?? 0),
  );
  const further = lone.items.find((item) => rest.bag.has(item) && !near.bag.has(item));
  if (lost === undefined || further === undefined) return undefined;
  const [narrower, wide] = [near, lone].map(({ query }) => logs.describeQuery(query));
  const message = `the walk with ${wide} lacks ${logs.truncate(lost)}, which the walk with ${narrower} has; it does not end before that item, since it has ${logs.truncate(further)}, further from its bound`;
  const problem = logs.findNotContained([near], [lone]);
  return problem && { ...problem, message };
});
