/** The combined searches of a run, on the judged log and on others. */
import type { RowOf } from '../../generators/covering-array.ts';
import { fewPages } from '../../log/logs.ts';
import type { Step } from '../../log/navigation/navigation-finding.ts';
import { steps } from '../../log/navigation/routes.ts';
import type { LogQuery } from '../../log/query.ts';
import type { CheckContext } from '../check-context.ts';
import { isInside, type Ranges, requireRanges } from './log-ranges.ts';
import { isFilteredByPage } from './log-reads.ts';
import { rowsOfFurtherSorts } from './rows-of-further-sorts.ts';
import { rowsOfFirstPages, rowsOfOtherChecks, rowsOfTurnedTime } from './rows-of-other-checks.ts';
import {
  followed,
  given,
  nothing,
  type SearchFactors,
  type SearchPart,
  type SearchRow,
  type SearchSpace,
} from './search-space.ts';
import { rangesWithin, spacesOfOthers, usableOthers } from './spaces-of-others.ts';

export interface SearchSpaces {
  /** On the judged log. */
  readonly judged: SearchSpace;
  /** On other webhooks. */
  readonly others: readonly SearchSpace[];
  /** Filters under further sort fields. */
  readonly underFurtherSorts: readonly SearchRow[];
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
async function combinedSorts(t: CheckContext): Promise<readonly string[]> {
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
  const elsewhere = t.effort.isLean ? [] : await usableOthers(others);
  const rangesElsewhere = ranges && elsewhere[0] && rangesWithin(ranges, elsewhere[0].walk);
  const strength = t.effort.pick({ quick: 2, standard: 3, deep: 4 });
  const turned = isShared ? await rowsOfTurnedTime(t, factors, log) : [];
  const isFollowedToEnd = t.effort.sharesReadings && isShort && !(await isFilteredByPage({ log, plainWalk }));
  // What is followed to its end has each bound in each direction, and goes back from there.
  const back = isFollowedToEnd ? [] : turned.filter((_, at) => at % 4 === 0 || at % 4 === 3);
  return {
    judged: t.effort.isLean
      ? { factors, strength, needs, given: fewRows(factors, log.id), manner: { order: 'reversed', encoding: 'gzip' } }
      : {
          factors,
          strength,
          needs,
          isFollowedToEnd,
          back,
          inAnyCase: turned.filter((row) => !back.includes(row)),
          measured: isShared ? await rowsOfFirstPages(t, factors, log) : [],
          given: isShared ? followed(await rowsOfOtherChecks(t, factors, log), log.id) : [],
        },
    others: spacesOfOthers(elsewhere, factors, strength - 1, isShared),
    underFurtherSorts: await rowsOfFurtherSorts(t, factors, elsewhere[0]?.id),
    areDirectionsWalked: isShared || t.effort.isExhaustive,
    steps: [...steps('next', t.effort.pick({ standard: 1, deep: isLong ? 1 : 20 })), 'prev'],
    stepsBack: [...steps('next', mostPagesToEnd), 'prev'],
    queryOf: (row) => ({
      ...rangeOf(row, row.webhook === elsewhere[0]?.id ? rangesElsewhere : ranges),
      ...orderOf(row),
    }),
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

/** A search with hardly any result shows no more with two further values than with one. */
const isNeeded = ({ range, page }: Partial<RowOf<SearchFactors>>): boolean => range !== 'same' || page !== undefined;

/** Pages of a log up to which combined searches are also followed to their end. */
const mostPagesToEnd = 12;

/** Undefined if no moment cuts the judged log. */
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
