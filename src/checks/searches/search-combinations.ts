/**
 * Searches with many parameters at once, from a covering array. Each costs a request or a few and is judged by what searches
 * with fewer parameters returned. Where one contradicts them, parts are left out of it for as long as it does; what remains
 * is read again alone, with all that tells of it, and reported only if it contradicts them again.
 */
import { forEachConcurrently } from '../../core/concurrency.ts';
import { defined } from '../../core/defined.ts';
import type { Point } from '../../core/points.ts';
import { seededRandom } from '../../core/random.ts';
import { cheapened, coverageOf, coveringArray, type RowOf } from '../../generators/covering-array.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { CheckContext } from '../check-context.ts';
import { samplesOf } from '../conclusion.ts';
import { CombinedSearches, type Judged, usualManner, wrongOrder } from './combined-searches.ts';
import { findRejected, type RejectedSearch } from './rejected-searches.ts';
import { type SearchSpaces, searchSpaces } from './search-rows.ts';
import type { SearchFactors, SearchPart, SearchRow, SearchSpace } from './search-space.ts';

export interface SearchCombinations {
  /** A filter by status that is lost or changed beside other parameters of the judged log. */
  readonly ofStatus?: Finding;
  /** Anything else: a range, a sort or a cursor, and every parameter on another webhook. */
  readonly others?: Finding;
  /** Searches that must be accepted as others are. */
  readonly rejected: readonly RejectedSearch[];
  /** Of how many parts every combination was to be covered, and how many of these combinations were decided. */
  readonly strength: number;
  readonly covered: number;
  readonly all: number;
  readonly samples: ReturnType<typeof samplesOf>;
  /** The situations of the searches that were decided. */
  readonly reached: readonly Point[];
}

/** How many arrays are drawn; the shortest one is sent. */
const manyAttempts = 40;

/** Rows that are sent again after a rejection. */
const mostRejected = 20;

const kindOf = (parts: number): string => `${parts} ${parts === 1 ? 'part' : 'parts'}`;

type Parts = readonly SearchPart[];

/** Most contradictions that are investigated: one fault shows in many rows. */
const mostSuspects = 16;

/** Sent once per run, for all checks that judge combinations. */
export function searchCombinations(t: CheckContext): Promise<SearchCombinations> {
  return t.once('search combinations', searchAll);
}

async function searchAll(t: CheckContext): Promise<SearchCombinations> {
  const spaces = await searchSpaces(t);
  const searches = new CombinedSearches(t, spaces);
  const suspects: SearchRow[] = [];
  const decided: SearchRow[] = [];
  const rejected: SearchRow[] = [];
  const coverage = { covered: 0, all: 0 };
  for (const space of [spaces.judged, ...spaces.others]) {
    const sent = await searchSpace(t, space, spaces);
    const { covered, all } = coverageOf(space.factors, sent.decided.map(asInSpace(space)), space);
    coverage.covered += covered;
    coverage.all += all;
    decided.push(...sent.decided);
    suspects.push(...sent.suspects);
    rejected.push(...sent.rejected);
  }
  const sorted = await sendRows(t, spaces.underFurtherSorts, spaces);
  decided.push(...sorted.decided);
  suspects.push(...sorted.suspects);
  rejected.push(...sorted.rejected);
  return {
    ...(await findingsAmong(suspects.slice(0, mostSuspects), searches, spaces)),
    rejected: await findRejected(t, rejected, spaces),
    ...coverage,
    strength: spaces.judged.strength,
    reached: pointsOf(decided, spaces),
    samples: samplesOf(decided.map((row) => kindOf(spaces.partsOf(row).length))),
  };
}

/** The row with a value of the space: what is followed to its end is followed as far as any other search, too. */
const asInSpace =
  ({ factors }: SearchSpace) =>
  (row: SearchRow): SearchRow =>
    factors.page.includes(row.page) ? row : { ...row, page: 'on' };

/** Parts of a row that are not query parameters. */
const beside: ReadonlySet<SearchPart> = new Set(['page', 'encoding', 'webhook', 'order']);

function pointsOf(decided: readonly SearchRow[], spaces: SearchSpaces): readonly Point[] {
  const several = decided
    .map((row) => spaces.partsOf(row))
    .filter((parts) => parts.filter((part) => !beside.has(part)).length > 1);
  const points: readonly (readonly [Point, boolean])[] = [
    ['several parameters at once', several.length > 0],
    ['several parameters on a later page', several.some((parts) => parts.includes('page'))],
    ['several parameters on another webhook', several.some((parts) => parts.includes('webhook'))],
  ];
  return points.flatMap(([point, isMet]) => (isMet ? [point] : []));
}

function searchSpace(t: CheckContext, space: SearchSpace, spaces: SearchSpaces) {
  // Not the seed of the check: whichever asks first, a run that confirms a finding sends the same rows again.
  const random = seededRandom(t.settings.run.seed);
  const ended = space.isFollowedToEnd === true ? pairsToTheEnd(space, random) : [];
  const { back = [], measured = [] } = space;
  const sent: SearchSpace = { ...space, given: [...(space.given ?? []), ...ended, ...back] };
  const attempts = t.effort.isExhaustive ? 1 : manyAttempts;
  const inAnyCase = (space.inAnyCase ?? []).filter((row) => !ended.some((other) => isSameSearch(row, other)));
  const known = [...(sent.given ?? []), ...inAnyCase, ...measured];
  const others = coveringArray(space.factors, { ...sent, given: known, random, attempts });
  const drawn = affordable(t, { ...sent, given: [...(sent.given ?? []), ...measured] }, spaces, [
    ...inAnyCase,
    ...others,
  ]);
  const rows = [
    ...(space.given ?? []).map((row): SearchRow => ({ ...asUsual(row), ...(space.manner ?? { page: 'end' }) })),
    // Given rows are sent without Accept-Encoding.
    ...ended.map((row, place): SearchRow => ({ ...byTurns(row, place), encoding: 'gzip', page: 'back' })),
    ...drawn.map(byTurns),
    ...[...back, ...measured].map(asUsual),
  ];
  return sendRows(t, rows, spaces);
}

/** Sends rows, as far as the budget goes; those that are rejected beside others once more, alone. */
async function sendRows(t: CheckContext, rows: readonly SearchRow[], spaces: SearchSpaces) {
  const judged: (Judged | undefined)[] = [];
  let budget = t.effort.pick({ quick: 40, standard: 300, deep: Number.POSITIVE_INFINITY });
  const judge = async (view: CheckContext, row: SearchRow, place: number) => {
    if (budget <= 0) return;
    // The others are judged by the results of single parameters.
    if (spaces.partsOf({ ...row, order: 'usual', encoding: 'none' }).length < 2) {
      judged[place] = { kind: 'agrees', requests: 0 };
      return;
    }
    const result = await new CombinedSearches(view, spaces).judge(row);
    judged[place] = result;
    budget -= result.requests;
  };
  await forEachConcurrently(rows, t.settings.run.concurrency, (row, place) => judge(t, row, place));
  const again = rows.filter((_, place) => judged[place]?.kind === 'rejected').slice(0, mostRejected);
  for (const row of again) await t.exclusively((alone) => judge(alone, row, rows.indexOf(row)));
  const rowsOf = (...kinds: Judged['kind'][]) =>
    rows.filter((_, place) => kinds.some((one) => one === judged[place]?.kind));
  return { decided: rowsOf('agrees', 'contradicts'), suspects: rowsOf('contradicts'), rejected: rowsOf('rejected') };
}

/**
 * As few searches as possible are followed to their end, since each has many pages, or beyond their first page. Those with most
 * parameters are followed first of all: what a cursor has no room for shows there.
 */
function affordable(
  t: CheckContext,
  space: SearchSpace,
  spaces: SearchSpaces,
  rows: readonly RowOf<SearchFactors>[],
): readonly RowOf<SearchFactors>[] {
  const followed = cheapened(space.factors, rows, space, { factor: 'page', costly: 'end', cheap: 'on' });
  if (t.effort.isExhaustive) return followed;
  const rank = (row: RowOf<SearchFactors>) => spaces.partsOf(asUsual(row)).length;
  return cheapened(space.factors, followed, space, { factor: 'page', costly: 'on', cheap: 'first', rank });
}

/** Searches with a value of each parameter, so that each two of these values occur together, or do so in a given row. */
function pairsToTheEnd({ factors, given }: SearchSpace, random: () => number): readonly RowOf<SearchFactors>[] {
  const present = <T extends string>(values: readonly T[]) => {
    const some = values.filter((value) => value !== 'none' && value !== 'same');
    return some.length > 0 ? some : values;
  };
  const { range, status, sortBy, sortDirection } = factors;
  const params = {
    ...factors,
    range: present(range),
    status: present(status),
    sortBy: present(sortBy),
    sortDirection: present(sortDirection),
  };
  return coveringArray(params, { strength: 2, random, attempts: manyAttempts, ...defined({ given }) });
}

/** Whether two rows differ in nothing but how far they are followed. */
const isSameSearch = (one: RowOf<SearchFactors>, other: RowOf<SearchFactors>): boolean =>
  (['range', 'status', 'sortBy', 'sortDirection', 'webhook'] as const).every((part) => one[part] === other[part]);

const asUsual = (row: RowOf<SearchFactors>): SearchRow => ({ ...row, ...usualManner });

/**
 * Every other search sends its parameters in reversed order, and every other pair of searches accepts an encoding: a target that
 * cares shows it in many of them.
 */
function byTurns(row: RowOf<SearchFactors>, place: number): SearchRow {
  return {
    ...row,
    order: place % 2 === 1 ? 'reversed' : 'usual',
    encoding: place % 4 > 1 ? 'gzip' : 'none',
  };
}

/**
 * Whether a row has several parameters, a parameter or a cursor on another webhook, or an encoding. A range with both bounds has two
 * parameters: `logs/filters-survive-paging` follows the cursors of each bound alone.
 */
function isCombination(row: SearchRow, parts: Parts): boolean {
  if (parts.includes('encoding')) return true;
  const isPaged = parts.includes('page');
  if (isPaged && (parts.includes('webhook') || hasBothBounds(row))) return true;
  return parts.filter((part) => part !== 'page').length > 1;
}

const hasBothBounds = ({ range }: SearchRow): boolean => range === 'both' || range === 'same' || range === 'wide';

/** Whether the filter by status is lost or changed; else a range, a sort, a cursor, or any parameter on another webhook is. */
function kindOfFinding(parts: Parts, finding?: Finding): 'ofStatus' | 'others' {
  const isElsewhere = parts.some((part) => part === 'webhook' || part === 'order' || part === 'encoding');
  return parts.includes('status') && !isElsewhere && finding?.kind !== wrongOrder ? 'ofStatus' : 'others';
}

const isSorted = ({ sortBy, sortDirection }: SearchRow): boolean => sortBy !== 'none' && sortDirection !== 'none';

/** The first finding about the filter by status, and the first other one; a single parameter is left to its requirement. */
async function findingsAmong(
  suspects: readonly SearchRow[],
  searches: CombinedSearches,
  spaces: SearchSpaces,
): Promise<Pick<SearchCombinations, 'ofStatus' | 'others'>> {
  const found: { ofStatus?: Finding; others?: Finding } = {};
  const seen = new Set<string>();
  for (const suspect of suspects) {
    const row = await shrink(suspect, searches, spaces);
    const parts = spaces.partsOf(row);
    const isKnown = found[kindOfFinding(parts)] !== undefined && (found.others !== undefined || !isSorted(row));
    if (!isCombination(row, parts) || seen.has(parts.join()) || isKnown) continue;
    seen.add(parts.join());
    const finding = await searches.control(row);
    if (finding !== undefined) found[kindOfFinding(parts, finding)] ??= finding;
  }
  return found;
}

/** Leaves out parts for as long as the contradiction remains. */
async function shrink(row: SearchRow, searches: CombinedSearches, spaces: SearchSpaces): Promise<SearchRow> {
  for (const part of spaces.partsOf(row))
    for (const smaller of spaces.without(row, part)) {
      const judged = await searches.judge(smaller);
      if (judged.kind === 'contradicts') return shrink(smaller, searches, spaces);
    }
  return row;
}
