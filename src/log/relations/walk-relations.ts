/**
 * Relations between walks, as oracles with their proof. They compare walks that were read to their end; a rejected range (a
 * 4xx about its span or its distance) shows nothing.
 */
import type { WalkComparison } from '../../core/verdict.ts';
import { bagOf, minus, sum } from '../../oracles/bag.ts';
import type { Finding, ProofStep } from '../../oracles/finding.ts';
import { isIdentifying } from '../../oracles/identifying.ts';
import { type BagFinding, type NamedBag, nameItem, partOf, sameBag, truncate } from '../../oracles/relations.ts';
import type { WalkFinding } from '../../oracles/walk.ts';
import { drawSides, drawWalk, placeOfMissing } from '../drawing.ts';
import { describeQuery, encodeQuery } from '../query.ts';
import { describeWalk, isComplete, type Walk } from '../walk.ts';
import type { Oracle } from './relation-check.ts';
import { proofOfBorder, proofOfItems, proofOfWalk } from './walk-proof.ts';

/** A finding whose proof may be left to the relation: the first pages of its walks. */
type Problem = Omit<Finding, 'proof'> & Partial<Pick<Finding, 'proof'>>;

/** Pages that the proof of a relation shows at most. */
const shownPages = 8;

/** Judges one walk, and shows the walk drawn and the border at which it goes wrong. */
export function onWalk(judge: (walk: Walk) => WalkFinding | undefined): Oracle {
  return ([walk]) => {
    const problem = walk === undefined ? undefined : judge(walk);
    if (walk === undefined || problem === undefined) return undefined;
    const { kind, message, place } = problem;
    const border = proofOfBorder(walk, place);
    if (walk.last !== undefined) border.push([walk.last, 'where the walk stopped']);
    return {
      kind,
      message: `${describeWalk(walk)} on webhook ${walk.webhook} ${message}`,
      proof: border.length > 0 ? border : proofOfWalk(walk, 'the walk'),
      illustrations: [drawWalk(walk, place, message)],
    };
  };
}

/** Judges walks that were all read to their end; others show nothing. */
export function onCompleteWalks(judge: (...walks: Walk[]) => Problem | undefined): Oracle {
  return (walks) => {
    const problem = walks.every(isComplete) ? judge(...walks) : undefined;
    return problem === undefined ? undefined : { proof: proofOfAll(walks), ...problem };
  };
}

function proofOfAll(walks: readonly Walk[]): Finding['proof'] {
  return walks.flatMap((walk) => proofOfWalk(walk).slice(0, 2)).slice(0, shownPages);
}

/** One or more walks of a relation, with the items of all of them. */
type Side = readonly Walk[];

/** All items of a side: of "the walk with status=failed", or of "the walks with … and with … together". */
function namedItems(side: Side): NamedBag {
  const bag = sum(...side.map((walk) => walk.bag));
  const [walk] = side;
  if (walk !== undefined && side.length === 1) return { name: describeWalk(walk), bag };
  const queries = side.map(({ query }) => describeQuery(query)).join(' and with ');
  return { name: `the walks with ${queries} together`, isPlural: true, bag };
}

function comparisonOf(left: Side, right: Side, isPart: boolean): WalkComparison {
  const queriesOf = (side: Side) => side.map(({ query }) => encodeQuery(query));
  return { left: queriesOf(left), right: queriesOf(right), isPart };
}

/** The items of some walks must all be among those of others, as often. */
export function findNotContained(part: Side, whole: Side): Finding | undefined {
  const problem = partOf(namedItems(part), namedItems(whole));
  return problem && { ...shownBetween(problem, part, whole), compared: comparisonOf(part, whole, true) };
}

/** Some walks must have the same items as others, as often. */
export function findUnequal(left: Side, right: Side): Finding | undefined {
  const problem = sameBag(namedItems(left), namedItems(right));
  return problem && { ...shownBetween(problem, left, right), compared: comparisonOf(left, right, false) };
}

/** The problem with its proof, and the walks drawn with the page that shows it. */
function shownBetween(problem: BagFinding, left: Side, right: Side) {
  const drawn = drawSides(left, right, problem.kind === 'not-contained');
  return { ...problem, proof: proofOfSides(left, right), illustrations: [...drawn, ...problem.illustrations] };
}

/**
 * The first and last pages of all walks: on the left the page that shows the difference, on the right the controls, of which
 * the last one has an item that is missing on the left.
 */
function proofOfSides(left: Side, right: Side): ProofStep[] {
  const missing = [...minus(namedItems(right).bag, namedItems(left).bag).keys()].slice(0, 1);
  const [holder] = right.flatMap((walk) => proofOfItems(walk, missing));
  const controls = [
    ...right.flatMap((walk) => proofOfWalk(walk).slice(0, 2)).filter(([exchange]) => exchange !== holder?.[0]),
    ...(holder === undefined ? [] : [[holder[0], `${holder[1]}, which has ${truncate(missing[0]!)}`] as const]),
  ].map(asControl);
  const ends = left.flatMap((walk) => proofOfWalk(walk).slice(0, 2));
  const surplus = [...minus(namedItems(left).bag, namedItems(right).bag).keys()].slice(0, 1);
  const [page] = left.flatMap((walk) => proofOfItems(walk, surplus));
  const shown =
    page === undefined
      ? (pageWithout(missing[0], left, right) ?? ends.at(-1))
      : ([page[0], `${page[1]}, which has ${truncate(surplus[0]!)}`] as const);
  if (shown === undefined) return controls;
  const others = ends.filter(([exchange]) => exchange !== shown[0]);
  return [...controls, ...others, [shown[0], shown[1], 'wrong'] as const].slice(-shownPages);
}

/** The page on which a missing item would stand; undefined if that cannot be told. */
function pageWithout(item: string | undefined, left: Side, right: Side): ProofStep | undefined {
  const [walk] = left;
  const other = right.find(({ bag }) => item !== undefined && bag.has(item));
  if (item === undefined || walk === undefined || other === undefined || left.length > 1) return undefined;
  const place = placeOfMissing(item, walk, other);
  const step = proofOfBorder(walk, place ?? 0).at(-1);
  return step && [step[0], `${describeQuery(walk.query)}, ${step[1]}; ${nameItem(item)} is missing before or on it`];
}

const asControl = ([exchange, note]: ProofStep): ProofStep => [exchange, note, 'control'];

/** The second walk must have the items of the first, also where it ends early: an order of the same query, for example. */
export const permutes: Oracle = ([plain, sorted]) => {
  if (plain === undefined || sorted === undefined || !isComplete(plain)) return undefined;
  if (sorted.pages.length === 0 || sorted.end === 'cut' || sorted.end === 'lost') return undefined;
  return findUnequal([sorted], [plain]);
};

/** The walks with each status together are the walk without one, in items and in totals (§3). */
export const statusesPartition: Oracle = ([all, succeeded, failed]) => {
  if (all === undefined || succeeded === undefined || failed === undefined) return undefined;
  if ([all, succeeded, failed].some((walk) => walk.pages.length === 0)) return undefined;
  const compared = comparisonOf([succeeded, failed], [all], false);
  const total = succeeded.total + failed.total;
  if (total !== all.total) {
    const parts = `${succeeded.total} succeeded + ${failed.total} failed`;
    return {
      message: `with ${describeQuery(all.query)}, totalItems is ${parts} = ${total}; expected ${all.total}, as without status`,
      compared,
      proof: proofOfTotals(all, [succeeded, failed]),
    };
  }
  if (![all, succeeded, failed].every(isComplete)) return undefined;
  const problem = sameBag(namedItems([succeeded, failed]), namedItems([all]));
  return problem && { ...shownBetween(problem, [succeeded, failed], [all]), compared };
};

/** The totals are on the first pages: that of everything is the control, and that of the larger part is shown. */
function proofOfTotals(all: Walk, parts: readonly Walk[]): ProofStep[] {
  const bySize = [...parts].sort((one, other) => one.total - other.total);
  const firstPage = (walk: Walk) => proofOfWalk(walk).slice(0, 1);
  const [shown, ...others] = bySize.flatMap(firstPage).reverse();
  return [
    ...firstPage(all).map(asControl),
    ...others,
    ...(shown === undefined ? [] : [[shown[0], shown[1], 'wrong'] as const]),
  ];
}

/**
 * A status must be kept by the pages that cursors lead to. An item of a later page that the first page of the other status
 * has, a total as without status, and items that the rest of the log does not have show that it is lost.
 */
export const statusKept: Oracle = ([all, ...byStatus]) => {
  if (all === undefined || !isComplete(all) || byStatus.some((walk) => walk.pages.length === 0)) return undefined;
  for (const [index, walk] of byStatus.entries()) {
    const problem = findLostStatus(walk, byStatus[1 - index]!, all);
    if (problem === undefined) continue;
    const proof = [...proofOfWalk(walk), ...proofOfWalk(byStatus[1 - index]!).slice(0, 1)];
    return { ...problem, message: `with ${describeQuery(walk.query)}, ${problem.message}`, proof };
  }
  return undefined;
};

function findLostStatus(walk: Walk, other: Walk, all: Walk): Problem | undefined {
  const [first, ...later] = walk.pages.map((read) => read.page);
  const inOther = new Set(other.pages[0]!.page.data.filter((item) => all.bag.get(item) === 1));
  for (const [index, { data, totalItems }] of later.entries()) {
    const place = index + 2;
    const stray = data.find((item) => inOther.has(item));
    if (stray !== undefined && !first!.data.includes(stray))
      return {
        message: `page ${place} has ${truncate(stray)}, which page 1 with ${describeQuery(other.query)} has too`,
      };
    if (totalItems !== walk.total && totalItems === all.total)
      return { message: `totalItems is ${totalItems}, as without status, on page ${place}; expected ${walk.total}` };
  }
  const rest = minus(all.bag, bagOf(first!.data));
  const reached = bagOf(later.flatMap(({ data }) => data));
  return partOf(
    { name: 'the pages reached by next', isPlural: true, bag: reached },
    { name: 'the rest of the log', bag: rest },
  );
}

/**
 * A page must not return again in the place of the next one, also where the number of items fits: the second walk, in
 * another order, has each of them once. Only items that identify themselves count, since others may repeat.
 */
export const repeatsPage: Oracle = onCompleteWalks((plain, sorted) => {
  const place = plain.pages.findIndex(({ page: { data } }, at) => {
    const before = plain.pages[at - 1]?.page.data ?? [];
    const equal = data.length > 1 && data.length === before.length && data.every((item, n) => item === before[n]);
    return (
      equal && data.every((item) => isIdentifying(item) && plain.bag.get(item) === 2 && sorted.bag.get(item) === 1)
    );
  });
  if (place === -1) return undefined;
  return {
    message: `next from page ${place} returned the items of that page again; in another order, the log has each of them once`,
    proof: proofOfBorder(plain, place + 1),
    illustrations: [drawWalk(plain, place + 1, 'the page before again')],
  };
});
