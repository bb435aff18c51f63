/** The values of a combined search, as factors of covering arrays: parameters, page, order of the parameters, webhook. */
import { type LogStatus, logStatuses } from '../core/operation.ts';
import type { CoveringOptions, RowOf } from '../generators/covering-array.ts';
import { fewPages } from '../log/logs.ts';
import type { Step } from '../log/navigation.ts';
import type { Direction, LogQuery } from '../log/query.ts';
import { steps } from '../log/routes.ts';
import { hasSameOrder, isLongWalk } from '../log/walk.ts';
import type { WebhookLog } from '../log/webhook-log.ts';
import type { CheckContext } from './check-context.ts';
import { isInside, type Ranges, requireRanges } from './log-ranges.ts';
import { isFilteredByPage } from './log-reads.ts';

export type SearchFactors = {
  /**
   * Which bounds are given, at moments inside the log; `same`: both at one moment; `wide`: both far beyond the log. `since` and
   * `up-to` have one of both far beyond it, so that other checks walk them too.
   */
  readonly range: readonly ('none' | 'from' | 'to' | 'both' | 'same' | 'wide' | 'since' | 'up-to')[];
  readonly status: readonly ('none' | LogStatus)[];
  /** `none`, or a name that is accepted. */
  readonly sortBy: readonly string[];
  readonly sortDirection: readonly ('none' | Direction)[];
  /**
   * How far the search is followed: not at all, along {@link SearchSpaces.steps}, by `next` to the end, or so and a page back.
   * Either of these reads the first page too, so that no search stops there unless requests are few.
   */
  readonly page: readonly ('first' | 'on' | 'end' | 'back')[];
  /** Ids. */
  readonly webhook: readonly string[];
};

/** One search, with details that must not change its result and that alternate from row to row. */
export interface SearchRow extends RowOf<SearchFactors> {
  readonly order: 'usual' | 'reversed';
  /** The content coding that the request accepts; `none`: it has no Accept-Encoding. */
  readonly encoding: 'none' | 'gzip';
}
export type SearchPart = keyof SearchRow;

/**
 * Factors, and of how many of them every combination is to be sent. `given`: searches that other checks follow to their end, too,
 * which count as followed as far as the others.
 */
export interface SearchSpace extends Pick<CoveringOptions<SearchFactors>, 'strength' | 'given' | 'needs'> {
  readonly factors: SearchFactors;
  /** Whether each two parameters are also followed to the end, and a page back, together. */
  readonly isFollowedToEnd?: boolean;
  /** Searches that are sent in any case. */
  readonly inAnyCase?: readonly RowOf<SearchFactors>[];
  /** How those that are given are sent; as usual, and to their end, unless given. */
  readonly manner?: Pick<SearchRow, 'order' | 'encoding'>;
  readonly allows?: (row: Partial<RowOf<SearchFactors>>) => boolean;
}

export interface SearchSpaces {
  /** On the judged log. */
  readonly judged: SearchSpace;
  /** On other webhooks, where there are any. */
  readonly others: SearchSpace | undefined;
  /** Whether the whole log is walked with each sort in both directions, for other checks too. */
  readonly areDirectionsWalked: boolean;
  /** Along `next` to the end, or as far as is affordable, and back by `prev`. */
  readonly steps: readonly Step[];
  /** To the end of any search of a log of few pages, and a page back. */
  readonly stepsBack: readonly Step[];
  queryOf(row: SearchRow): LogQuery;
  /** The factors of a row that are not left out. */
  partsOf(row: SearchRow): readonly SearchPart[];
  /** The row without one of its parts, or with less of it. */
  without(row: SearchRow, part: SearchPart): readonly SearchRow[];
}

/** How many of the accepted sort fields are combined with other parameters. */
const mostSorts = 3;

/** The sort fields that are combined with other parameters: one for each order, unless nothing is left out. */
export async function combinedSorts(t: CheckContext): Promise<readonly string[]> {
  const names = t.effort.isExhaustive ? await t.logs.sorts() : (await t.logs.distinctSorts()).all;
  return names.slice(0, mostSorts);
}

export async function searchSpaces(t: CheckContext): Promise<SearchSpaces> {
  const { log, others, plainWalk } = await t.baseline({ finite: true });
  const ranges = await rangesOf(t);
  const isLong = t.effort.isLong(plainWalk);
  const isShort = plainWalk.pages.length <= mostPagesToEnd;
  const factors: SearchFactors = {
    range: ranges === undefined ? ['none'] : rangeValues(t, ranges),
    status: ['none', 'succeeded', 'failed'],
    sortBy: ['none', ...(await combinedSorts(t))],
    sortDirection: ['none', 'asc', 'desc'],
    page: t.effort.pick<SearchFactors['page']>({
      quick: ['first'],
      standard: ['on'],
      deep: ['on', ...(isShort ? (['end'] as const) : [])],
    }),
    webhook: [log.id],
  };
  const isShared = factors.page.includes('on') && t.effort.sharesReadings && plainWalk.pages.length <= fewPages;
  const needs = t.effort.isExhaustive ? undefined : isNeeded;
  const left = { ...nothing, webhook: log.id };
  const strength = t.effort.pick({ quick: 2, standard: 3, deep: 4 });
  return {
    judged: t.effort.isLean
      ? { factors, strength, needs, given: fewRows(factors, log.id), manner: { order: 'reversed', encoding: 'gzip' } }
      : {
          factors,
          strength,
          needs,
          isFollowedToEnd: t.effort.sharesReadings && isShort && !(await isFilteredByPage({ log, plainWalk })),
          inAnyCase: isShared ? await rowsWithAll(t, factors, log) : [],
          given: isShared ? followed(await rowsOfOtherChecks(t, factors, log), log.id) : [],
        },
    others: t.effort.isLean ? undefined : await spaceOfOthers(others, factors, strength - 1, isShared),
    areDirectionsWalked: isShared || t.effort.isExhaustive,
    steps: [...steps('next', t.effort.pick({ standard: 1, deep: isLong ? 1 : 20 })), 'prev'],
    stepsBack: [...steps('next', mostPagesToEnd), 'prev'],
    queryOf: (row) => ({ ...rangeOf(row, ranges), ...orderOf(row) }),
    partsOf: (row) => (Object.keys(left) as SearchPart[]).filter((part) => row[part] !== left[part]),
    without: (row, part) => {
      const smaller: SearchRow[] = [{ ...row, [part]: left[part] }];
      if (row[part] === 'end' || row[part] === 'back') smaller.push({ ...row, page: 'on' });
      if (part === 'range' && row.range === 'both') smaller.push({ ...row, range: 'from' }, { ...row, range: 'to' });
      return smaller;
    },
  };
}

/** With few requests, one search that is followed, with its cursor as the first parameter, and through a cache of encoded responses. */
function fewRows(factors: SearchFactors, webhook: string): readonly RowOf<SearchFactors>[] {
  const [sortBy] = given(factors.sortBy);
  const range = factors.range.find((value) => value === 'since') ?? 'none';
  return sortBy === undefined ? [] : [{ ...nothing, range, sortBy, sortDirection: 'asc', page: 'on', webhook }];
}

type GivenRow = Partial<Record<keyof SearchFactors, string>>;

const given = (values: readonly string[]): readonly string[] => values.filter((value) => value !== 'none');

const followed = (rows: readonly GivenRow[], webhook: string) =>
  rows.map((row) => ({ ...nothing, ...row, page: 'on', webhook }) as RowOf<SearchFactors>);

/** A search with hardly any result shows no more with two further values than with one. */
const isNeeded = ({ range, page }: Partial<RowOf<SearchFactors>>): boolean => range !== 'same' || page !== undefined;

/**
 * What other checks walk as well: each parameter, each sort in either direction, a range in the direction that turns it and by a
 * status, and the order by time of the status with fewest entries.
 */
async function rowsOfOtherChecks(
  t: CheckContext,
  factors: SearchFactors,
  log: WebhookLog,
): Promise<readonly GivenRow[]> {
  const [ranges, statuses] = [given(factors.range), given(factors.status)];
  const names = given(factors.sortBy);
  const times = ranges.length === 0 ? [] : names.filter((name) => t.logs.namesTime(name)).slice(0, 1);
  const [succeeded, failed] = await Promise.all(logStatuses.map((status) => log.walk({ status })));
  const rarest = succeeded!.items.length < failed!.items.length ? 'succeeded' : 'failed';
  const turned = await turnedDirections(log);
  return [
    ...ranges.map((range) => ({ range })),
    ...statuses.map((status) => ({ status })),
    ...given(factors.sortDirection).flatMap((sortDirection) => [
      { sortDirection },
      ...names.map((sortBy) => ({ sortBy, sortDirection })),
      ...(ranges.includes('both') && turned.has(sortDirection) ? [{ range: 'both', sortDirection }] : []),
      ...times.map((sortBy) => ({ status: rarest, sortBy, sortDirection })),
    ]),
    ...(ranges.includes('to') ? [{ range: 'to', status: 'succeeded' }] : []),
  ];
}

/** All parameters at once, sorted by time in the direction that is not the default: ignoring the default direction would not show. */
async function rowsWithAll(
  t: CheckContext,
  { range, sortBy }: SearchFactors,
  log: WebhookLog,
): Promise<readonly RowOf<SearchFactors>[]> {
  const time = given(sortBy).find((name) => t.logs.namesTime(name));
  if (time === undefined || !range.includes('both')) return [];
  const turned = await turnedDirections(log);
  const sortDirection = directions.find((one) => turned.has(one)) ?? 'asc';
  return [{ ...nothing, range: 'both', status: 'succeeded', sortBy: time, sortDirection, webhook: log.id }];
}

/** The directions that change the order of a search without one. */
async function turnedDirections(log: WebhookLog): Promise<ReadonlySet<string>> {
  const plain = await log.walk();
  const walks = directions.map(async (sortDirection) => ({ sortDirection, walk: await log.walk({ sortDirection }) }));
  const turned = (await Promise.all(walks)).filter(({ walk }) => !hasSameOrder(walk, plain));
  return new Set(turned.map(({ sortDirection }) => sortDirection));
}

const directions: readonly Direction[] = ['asc', 'desc'];

/** Pages of a log up to which combined searches are also followed to their end. */
const mostPagesToEnd = 12;

/** A search without parameters. */
const nothing = {
  range: 'none',
  status: 'none',
  sortBy: 'none',
  sortDirection: 'none',
  page: 'first',
  encoding: 'none',
  order: 'usual',
} as const;

const canNarrow = ['range', 'status', 'sortBy', 'sortDirection'] as const;

/** Other logs on which combinations are sent. */
const mostOthers = 4;

/** Of the other logs with several pages, with items, and without, one each; then further ones. */
async function spaceOfOthers(
  others: readonly WebhookLog[],
  factors: SearchFactors,
  strength: number,
  isShared: boolean,
): Promise<SearchSpace | undefined> {
  const read = await Promise.all(others.map(async (other) => ({ id: other.id, walk: await other.walk() })));
  const usable = read.filter(({ walk }) => walk.end === 'end' && !isLongWalk(walk));
  const several = usable.find(({ walk }) => walk.pages.length > 1);
  const single = usable.find(({ walk }) => walk.items.length > 0 && walk !== several?.walk);
  const empty = usable.find(({ walk }) => walk.items.length === 0);
  const kinds = [several, single, empty].filter((one) => one !== undefined);
  const chosen = [...new Set([...kinds, ...usable])].slice(0, mostOthers);
  if (chosen.length === 0) return undefined;
  const onePage = new Set(chosen.filter(({ walk }) => walk.pages.length < 2).map(({ id }) => id));
  // Each sort is walked there by the checks on sorting, too.
  const sorts = given(factors.sortBy).map((sortBy) => ({ sortBy, sortDirection: 'asc' }));
  const paged = isShared ? chosen.filter(({ id }) => !onePage.has(id)) : [];
  return {
    given: paged.flatMap(({ id }) => followed(sorts, id)),
    factors: {
      ...factors,
      range: factors.range.filter((value) => value !== 'same'),
      webhook: chosen.map(({ id }) => id),
    },
    strength,
    allows: (row) => {
      const { page, webhook = '' } = row;
      if (page === 'end' && onePage.has(webhook)) return false;
      // An empty log shows as much with all parameters at once as with each.
      return webhook !== empty?.id || canNarrow.every((factor) => row[factor] !== 'none' || factors[factor].length < 2);
    },
  };
}

/** Undefined where no moment cuts the judged log. */
async function rangesOf(t: CheckContext): Promise<Ranges | undefined> {
  const { log } = await t.logs.baseline();
  const time = await t.logs.time();
  const cuts = time.understood ? time.sense.cuts.filter((cut) => isInside(log.scope, time.sense.form, cut)) : [];
  return cuts.length === 0 ? undefined : requireRanges(t);
}

function rangeValues(t: CheckContext, { isWhole }: Ranges): SearchFactors['range'] {
  return t.effort.pick<SearchFactors['range']>({
    quick: ['none', 'both', 'since'],
    standard: ['none', 'from', 'to', 'both', 'same'],
    // The bounds of a window are wide already.
    deep: ['none', 'from', 'to', 'both', 'same', ...(isWhole ? (['wide'] as const) : [])],
  });
}

function rangeOf({ range }: SearchRow, ranges: Ranges | undefined): LogQuery {
  if (ranges === undefined) return {};
  const { sense, cuts, between, since, upTo, shared } = ranges;
  switch (range) {
    case 'none':
      return {};
    case 'from':
    case 'to':
    case 'both':
      return shared[range];
    case 'same':
      return between(cuts[0], cuts[0]);
    case 'wide':
      return between(sense.lo, sense.hi);
    case 'since':
      return since(cuts[0]!);
    case 'up-to':
      return upTo(cuts.at(-1)!);
  }
}

function orderOf({ status, sortBy, sortDirection }: SearchRow): LogQuery {
  return {
    ...(status === 'none' ? {} : { status }),
    ...(sortBy === 'none' ? {} : { sortBy }),
    ...(sortDirection === 'none' ? {} : { sortDirection }),
  };
}
