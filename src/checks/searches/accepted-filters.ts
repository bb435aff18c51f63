/** Filters of a webhook's log that the target accepts, in forms that the specification leaves open. */
import { isAccepted } from '../../core/exchange.ts';
import type { CheckContext } from '../check-context.ts';

export type Filter = readonly (readonly [name: string, value: string])[];

/** " under status=failed and from"; times change from run to run, so that their values are left out. */
export function describeFilter(filter: Filter): string {
  const named = filter.map(([key, value]) => (key === 'from' || key === 'to' ? key : `${key}=${value}`));
  return named.length === 0 ? '' : ` under ${named.join(' and ')}`;
}

const yearMs = 365 * 86_400_000;

/** Forms of a time, the most usual first. */
const timeForms: readonly ((at: number) => string)[] = [
  (at) => new Date(at).toISOString(),
  (at) => new Date(at).toISOString().slice(0, 10),
  (at) => String(Math.floor(at / 1000)),
  (at) => String(at),
];

const status = (value: string): Filter => [['status', value]];
const direction = (value: string): Filter => [['sortDirection', value]];

/**
 * Each parameter alone, then all of them together. Both values of each are tried in two requests with all of them; each is sent alone
 * only if one of the two is rejected. Where the run is lean, some of them in one request. Sent once per run.
 */
export function acceptedFilters(t: CheckContext, webhook: string): Promise<readonly Filter[]> {
  return t.once(`accepted filters of ${webhook}`, (first) => findAcceptedFilters(first, webhook));
}

async function findAcceptedFilters(t: CheckContext, webhook: string): Promise<readonly Filter[]> {
  const now = t.clock.now();
  const firstOf = async (filters: readonly Filter[]): Promise<readonly Filter[]> => {
    for (const query of filters) if (isAccepted(await t.send({ operation: 'logs', webhook, query }))) return [query];
    return [];
  };
  if (t.effort.isLean) {
    const ranges = timeForms.map(
      (form): Filter => [
        ['from', form(now - yearMs / 12)],
        ['to', form(now)],
      ],
    );
    return firstOf([
      ...ranges.map((range) => [...status('succeeded'), ...direction('asc'), ...range]),
      status('succeeded'),
    ]);
  }
  const sorts = [...(t.settings.declares.sortBy ?? []), 'createdAt', 'status'].slice(0, 3);
  const together = t.effort.isExhaustive ? undefined : await findAcceptedTogether(t, webhook, sorts[0]!, now);
  if (together !== undefined) return together;
  const single = await Promise.all([
    firstOf([status('succeeded')]),
    firstOf([status('failed')]),
    firstOf([direction('asc')]),
    firstOf([direction('desc')]),
    firstOf(sorts.map((sort): Filter => [['sortBy', sort]])),
    firstOf([yearMs, yearMs / 12].flatMap((ago) => timeForms.map((form): Filter => [['from', form(now - ago)]]))),
    firstOf(timeForms.map((form): Filter => [['to', form(now)]])),
  ]);
  const filters = single.flat();
  return [...filters, ...(await firstOf([mergedOf(filters)]))];
}

/** Of filters that give one parameter several values, the last one. */
const mergedOf = (filters: readonly Filter[]): Filter => [...new Map(filters.flat())];

/** Each parameter in its usual form, and all of them, if the target accepts all at once with either value of each. */
async function findAcceptedTogether(
  t: CheckContext,
  webhook: string,
  sort: string,
  now: number,
): Promise<readonly Filter[] | undefined> {
  const [form] = timeForms;
  const filters: readonly Filter[] = [
    status('succeeded'),
    status('failed'),
    direction('asc'),
    direction('desc'),
    [['sortBy', sort]],
    [['from', form!(now - yearMs)]],
    [['to', form!(now)]],
  ];
  const all = mergedOf(filters);
  for (const query of [mergedOf(filters.toReversed()), all])
    if (!isAccepted(await t.send({ operation: 'logs', webhook, query }))) return undefined;
  return [...filters, all];
}

/** Most values of `sortBy` that are tried. */
const mostSorts = 12;

/**
 * Searches of the richest log by each `sortBy` that it accepts: a guard may know some of them only. Of a target that accepts
 * any name, one for each order.
 */
export async function acceptedSorts(t: CheckContext): Promise<readonly Filter[]> {
  const isTelling = await t.logs.rejectsUnknownSort();
  const names = isTelling ? await t.logs.sorts() : (await t.logs.distinctSorts()).all;
  return names.slice(0, mostSorts).map((name) => [['sortBy', name]]);
}
