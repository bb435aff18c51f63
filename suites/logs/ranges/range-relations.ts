/**
 * Relations between ranges, as data. First pages decide most of them, by the totals of both sides and by whether the items of a page
 * may be in the range, as complete walks and time buckets show. Relations that they contradict are walked, and judged with control.
 */
import { bags, type CheckContext, type LogQuery, logs, responses, type Walk } from '../../../src/suite.ts';
import { mayBeTurned } from '../../lib/turned-bounds.ts';

/** Ranges on the left have no items but those of the right, as often; unless `isPart`, they have all of them. */
export interface RangeRelation {
  readonly left: readonly LogQuery[];
  readonly right: readonly LogQuery[];
  readonly isPart: boolean;
}

export const isPartOf = (part: LogQuery, whole: LogQuery): RangeRelation => ({
  left: [part],
  right: [whole],
  isPart: true,
});

/** Judges the walks of the left side, and then those of the right. */
export const oracleOf = ({ left, isPart }: RangeRelation): logs.Oracle =>
  logs.onCompleteWalks((...walks) => {
    const sides = [walks.slice(0, left.length), walks.slice(left.length)] as const;
    return isPart ? logs.findNotContained(...sides) : logs.findUnequal(...sides);
  });

/**
 * Requires relations between ranges. If the plain search has as many items as the widest range, it stands in for that range; a
 * relation that fails then is judged on the range itself.
 */
export async function expectOfRanges(
  t: CheckContext,
  ranges: logs.Ranges,
  relations: readonly RangeRelation[],
): Promise<void> {
  const { log, widest, sense } = ranges;
  const isSame = await standsPlainForWidest(t, ranges);
  const standsFor = (query: LogQuery) => (isSame && query === widest ? {} : query);
  const withStandIns = relations.map((relation) => ({
    relation,
    stands: { ...relation, left: relation.left.map(standsFor), right: relation.right.map(standsFor) },
  }));
  const tells = t.effort.isLean || t.effort.isExhaustive ? walkAll : readFirstPages;
  const isTold = await tells(
    t,
    ranges,
    withStandIns.map(({ stands }) => stands),
  );
  for (const { relation, stands } of withStandIns) {
    if ((isSame || tells === readFirstPages) && (await isTold(stands))) continue;
    const mayTurn = await Promise.all(relation.left.map((query) => mayBeTurned(t, sense, query)));
    if (mayTurn.includes(true)) continue;
    await t.expect(log, [...relation.left, ...relation.right], oracleOf(relation));
  }
}

/** Whether the widest range has as many items as the plain search; if nothing is left out for its cost, each is read. */
export async function standsPlainForWidest(t: CheckContext, ranges: logs.Ranges): Promise<boolean> {
  const { baseline, isWhole, widest } = ranges;
  const { plainWalk } = baseline;
  if (!isWhole || t.effort.isExhaustive || !logs.isComplete(plainWalk)) return false;
  return (await t.logs.measure(widest)).count === plainWalk.items.length;
}

type IsTold = (relation: RangeRelation) => Promise<boolean>;

/** Reads every range to its end; a relation holds if its walks show it. */
async function walkAll(t: CheckContext, { log }: logs.Ranges, relations: readonly RangeRelation[]): Promise<IsTold> {
  await t.readAtOnce(log, relations.flatMap(queriesOf));
  return async (relation) => {
    const walks = await Promise.all(queriesOf(relation).map((query) => log.walk(query)));
    if (oracleOf(relation)(walks) !== undefined) return false;
    t.reached(...logs.pointsOfWalks(walks));
    return true;
  };
}

/** Reads the first page of every range that no check has walked. */
async function readFirstPages(
  t: CheckContext,
  ranges: logs.Ranges,
  relations: readonly RangeRelation[],
): Promise<IsTold> {
  const { log, baseline, sense } = ranges;
  const buckets = await t.logs.timeBuckets(baseline);
  const read = (query: LogQuery) => readPart(t, log, query);
  await Promise.all(relations.flatMap(queriesOf).map(read));
  return async ({ left, right, isPart }) => {
    const [parts, wholes] = await Promise.all([left, right].map((side) => Promise.all(side.map(read))));
    const all = [...parts!, ...wholes!];
    // A rejected range shows nothing.
    if (all.some(({ count }) => count === undefined)) return true;
    t.reached(...logs.pointsOfWalks(all.flatMap(({ walk }) => walk ?? [])));
    // The first page of such a range is all of it, so that a walk would tell nothing more.
    if (all.some(({ count }) => count === 0)) t.reached('a result without items', 'a range beyond the log');
    const isMisplaced = buckets !== undefined && all.some((part) => hasMisplaced(part, buckets, sense.form));
    return !isMisplaced && mayHold(parts!, wholes!, isPart);
  };
}

const queriesOf = ({ left, right }: RangeRelation): LogQuery[] => [...left, ...right];

/** The known part of a range: all of it, or its first page. */
export interface RangePart {
  readonly query: LogQuery;
  /** Undefined if the range was rejected. */
  readonly count: number | undefined;
  readonly items: readonly string[];
  /** Only if it was walked to its end. */
  readonly walk?: Walk;
}

async function readPart(t: CheckContext, log: logs.Ranges['log'], query: LogQuery): Promise<RangePart> {
  const walk = await log.known(query);
  if (walk !== undefined) return { query, count: walk.items.length, items: walk.items, walk };
  const { count, exchange } = await t.logs.measure(query);
  return { query, count, items: responses.parsePage(exchange.response)?.data ?? [] };
}

/** Whether nothing that is known contradicts a relation. */
export function mayHold(left: readonly RangePart[], right: readonly RangePart[], isPart: boolean): boolean {
  const [few, many] = [left, right].map((side) => side.reduce((sum, { count = 0 }) => sum + count, 0)) as [
    number,
    number,
  ];
  if (few > many || (!isPart && few !== many)) return false;
  return isAmong(left, right) && (few < many || isAmong(right, left));
}

/** Whether the known items of some ranges are among those of others, as far as these were all walked. */
function isAmong(parts: readonly RangePart[], wholes: readonly RangePart[]): boolean {
  if (!wholes.every(({ walk }) => walk !== undefined)) return true;
  const left = bags.bagOf(parts.flatMap(({ items }) => items));
  const count = (item: string) => wholes.reduce((sum, { walk }) => sum + (walk!.bag.get(item) ?? 0), 0);
  return [...left].every(([item, often]) => count(item) >= often);
}

/** Whether a range has an item whose place in time lies outside it. */
export function hasMisplaced(
  { query: { from, to }, items }: RangePart,
  { places, cuts }: logs.TimeBuckets,
  form: logs.TimeForm,
): boolean {
  // An item of a place lies after the cut before it, and before the one after it.
  const isOutside = (place: number) => {
    const [after, before] = [cuts[place - 1], cuts[place]];
    const isTooOld = from !== undefined && before !== undefined && !logs.isLater(form, from, form.render(before));
    return isTooOld || (to !== undefined && after !== undefined && !logs.isLater(form, form.render(after), to));
  };
  return items.some((item) => {
    const place = places.get(item);
    return place !== undefined && isOutside(place);
  });
}
