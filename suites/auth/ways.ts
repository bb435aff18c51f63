/** The ways through the pages of a search on which each page must require the token. */
import type { CheckContext } from '../../src/suite.ts';
import { controls, defined, logs, unlessUndecided } from '../../src/suite.ts';
import { everyParameter } from '../lib/every-parameter.ts';

const { withMadeUpToken, withoutHeader } = controls;

/** A way through the pages of a search. Each page that a cursor leads to is requested without a valid token, then with it. */
export interface Way {
  readonly webhook: string;
  /** None of a first page, which was read with the valid token before. */
  readonly steps: readonly logs.Step[];
  readonly attempts: readonly controls.Attempt[];
  readonly filter?: controls.Filter;
  /** Whether the filter is repeated beside each cursor; else it is only inside. */
  readonly repeats?: boolean;
  /** The way to try if the target rejects this one. */
  readonly otherwise?: Way;
  /** The way to try if this one leads nowhere. */
  readonly instead?: Way;
  /** The ways to try, too, unless the first page on this one is rejected just like the plain search. */
  readonly parts?: readonly Way[];
}

/**
 * The filter of a search that asks for everything at once: a guard that one of the parameters gets around lets it in.
 * Undefined if the parameters could not be learned.
 */
export async function filterByEverything(t: CheckContext): Promise<controls.Filter | undefined> {
  const query = await unlessUndecided(() => everyParameter(t));
  return query && logs.parametersOf(query);
}

export async function waysOf(t: CheckContext): Promise<readonly Way[]> {
  const known = await controls.knownLogs(t);
  const long = known.filter(({ page }) => page?.next !== undefined).map(({ webhook }) => webhook);
  const richest = long[0] ?? known[0]?.webhook ?? '';
  const every = t.effort.isLean ? await filterByEverything(t) : undefined;
  const filters = every === undefined ? await controls.acceptedFilters(t, richest) : [every];
  const attempts = t.effort.take([withoutHeader, withMadeUpToken], { quick: 1 });
  const others = known.filter(({ webhook }) => webhook !== richest).map(({ webhook }) => webhook);
  const steps: readonly logs.Step[] = t.effort.pick({ quick: ['next', 'prev'], standard: ['next', 'next', 'prev'] });
  const unfiltered = long.slice(0, 1).map((webhook): Way => ({ webhook, steps, attempts }));
  const second = long.slice(1, 2).map((webhook): Way => ({ webhook, steps: ['next'], attempts: [withoutHeader] }));
  if (t.effort.isLean) return [...filters.map((filter) => firstPage(richest, filter)), ...unfiltered];
  const sorts = await otherSorts(t, filters);
  const everything = await wayWithEverything(t, richest);
  return [
    ...firstPages(t, richest, filters, sorts),
    ...unfiltered,
    ...others.flatMap((webhook, at) => pagesElsewhere(t, webhook, filters, at)),
    ...second,
    ...filteredWays(t, richest, everything.length === 0 ? filters : filtersBeside(everything, filters)),
    ...everything,
  ];
}

/** Filters to page under, beside everything at once: the first one that everything at once lacks, and else the first of all. */
function filtersBeside(everything: readonly Way[], filters: readonly controls.Filter[]): readonly controls.Filter[] {
  const held = everything.flatMap(({ filter = [] }) => filter);
  const other = filters.find((filter) => filter.some((part) => !isIn(held, part)));
  return [...filters.slice(0, 1), ...(other === undefined ? [] : [other])];
}

/** The pages of a search that asks for everything at once, repeated beside each cursor. */
async function wayWithEverything(t: CheckContext, webhook: string): Promise<readonly Way[]> {
  const filter = await filterByEverything(t);
  return filter === undefined
    ? []
    : [{ webhook, steps: ['next', 'prev'], attempts: [withoutHeader], filter, repeats: true }];
}

/** Each `sortBy` that the richest log accepts and that no filter has. */
async function otherSorts(t: CheckContext, filters: readonly controls.Filter[]): Promise<readonly controls.Filter[]> {
  const tried = new Set(filters.flatMap((filter) => (filter.length === 1 ? JSON.stringify(filter) : [])));
  const sorts = await controls.acceptedSorts(t);
  return sorts.filter((sort) => !tried.has(JSON.stringify(sort)));
}

/**
 * All filters in one search, and those with other values in a second one with another sort. Each filter alone if the responses leave
 * it open.
 */
export function firstPages(
  t: CheckContext,
  webhook: string,
  filters: readonly controls.Filter[],
  sorts: readonly controls.Filter[],
): readonly Way[] {
  const alone = [...filters, ...sorts].map((filter) => firstPage(webhook, filter));
  if (t.effort.isExhaustive) return alone;
  const merged = mergedOf(filters);
  const [sort] = filters.filter(([only, ...further]) => only?.[0] === 'sortBy' && further.length === 0);
  const wanted = [sort ?? [], ...sorts, ...(sorts.length === 0 ? [[]] : [])];
  return wanted
    .map((sorted, at): controls.Filter => [...new Map([...merged[at % 2]!, ...sorted])])
    .filter((query) => query.length > 0)
    .map((query) => ({
      ...firstPage(webhook, query),
      parts: alone.filter(({ filter = [] }) => filter.length < query.length && filter.every((one) => isIn(query, one))),
    }));
}

/** The plain search of another webhook, which a guard may not know, and one under a filter, both in one. */
function pagesElsewhere(
  t: CheckContext,
  webhook: string,
  filters: readonly controls.Filter[],
  at: number,
): readonly Way[] {
  const alone = [[], ...filters.slice(at % filters.length).slice(0, 1)].map((filter) => firstPage(webhook, filter));
  const query = mergedOf(filters)[at % 2]!;
  // Made-up tokens on each webhook are among the last searches of the run.
  if (t.effort.isExhaustive) return [...alone, firstPage(webhook, [], [withMadeUpToken])];
  if (query.length === 0) return alone;
  return [{ ...firstPage(webhook, query), parts: alone }];
}

/** The way with the filters only inside the cursor: some servers reject them beside it, and a guard does not see them there. */
export function filteredWays(t: CheckContext, webhook: string, filters: readonly controls.Filter[]): readonly Way[] {
  const wayUnder = (filter: controls.Filter, next?: Way): Way => {
    const way: Way = {
      webhook,
      steps: ['next', 'prev'],
      attempts: [withoutHeader],
      filter,
      ...defined({ instead: next }),
    };
    return { ...way, repeats: true, otherwise: { ...way, ...defined({ otherwise: next }) } };
  };
  const [first, last] = [filters[0], filters.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (first === last) return [wayUnder(first)];
  return t.effort.isExhaustive ? [wayUnder(first), wayUnder(last)] : [wayUnder(last, wayUnder(first))];
}

/** All filters at once: of those that give one parameter several values, the last one, and the first one. */
const mergedOf = (filters: readonly controls.Filter[]): readonly controls.Filter[] =>
  [filters, filters.toReversed()].map((all) => [...new Map(all.flat())]);

const isIn = (query: controls.Filter, [name, value]: controls.Filter[number]): boolean =>
  query.some(([other, otherValue]) => other === name && otherValue === value);

const firstPage = (webhook: string, filter: controls.Filter, attempts = [withoutHeader]): Way => ({
  webhook,
  steps: [],
  attempts,
  filter,
});
