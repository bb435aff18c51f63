/** Combined searches that other checks send too, and those that show whether a direction is lost beside other parameters. */
import { logStatuses } from '../../core/operation.ts';
import type { RowOf } from '../../generators/covering-array.ts';
import type { Direction } from '../../log/query.ts';
import { hasSameOrder } from '../../log/walk.ts';
import type { WebhookLog } from '../../log/webhook-log.ts';
import type { CheckContext } from '../check-context.ts';
import { type GivenRow, given, nothing, type SearchFactors } from './search-space.ts';

/**
 * What other checks walk as well: each parameter, each sort in either direction, a range in the direction that turns it and by a
 * status, and the order by time of the status with fewest entries.
 */
export async function rowsOfOtherChecks(
  t: CheckContext,
  factors: SearchFactors,
  log: WebhookLog,
): Promise<readonly GivenRow[]> {
  const [ranges, statuses] = [given(factors.range), given(factors.status)];
  const names = given(factors.sortBy);
  const times = ranges.length === 0 ? [] : names.filter((name) => t.logs.namesTime(name)).slice(0, 1);
  const [rarest] = await bySize(log);
  const turned = await turnedDirections(log);
  return [
    ...ranges.map((range) => ({ range })),
    ...statuses.map((status) => ({ status })),
    ...given(factors.sortDirection).flatMap((sortDirection) => [
      { sortDirection },
      ...names.map((sortBy) => ({ sortBy, sortDirection })),
      ...(ranges.includes('both') && turned.has(sortDirection) ? [{ range: 'both', sortDirection }] : []),
      ...times.map((sortBy) => ({ status: rarest!, sortBy, sortDirection })),
    ]),
    ...(ranges.includes('to') ? [{ range: 'to', status: 'succeeded' }] : []),
  ];
}

/**
 * Each bound alone and both, by each status, sorted by time in the direction that is not the default: if a target ignores the
 * direction, the default one would not show it.
 */
export async function rowsOfTurnedTime(
  t: CheckContext,
  { range, status, sortBy, page: [page] }: SearchFactors,
  log: WebhookLog,
): Promise<readonly RowOf<SearchFactors>[]> {
  const time = given(sortBy).find((name) => t.logs.namesTime(name));
  if (time === undefined || page === undefined) return [];
  const turned = await turnedDirections(log);
  const order = { sortBy: time, sortDirection: directions.find((one) => turned.has(one)) ?? 'asc', page };
  const ranges = range.filter((one) => one === 'from' || one === 'to' || one === 'both');
  const statuses = status.filter((one) => one !== 'none');
  return ranges.flatMap((one) =>
    statuses.map((other) => ({ ...nothing, ...order, range: one, status: other, webhook: log.id })),
  );
}

/**
 * Searches of which other checks read the first page: each status in each direction, also sorted by time if a status has more entries
 * than the other, and two or all parts of the subsets of `logs/optional-parameters`.
 */
export async function rowsOfFirstPages(
  t: CheckContext,
  factors: SearchFactors,
  log: WebhookLog,
): Promise<readonly RowOf<SearchFactors>[]> {
  const statuses = given(factors.status);
  const [first] = given(factors.sortBy);
  const time = given(factors.sortBy).find((name) => t.logs.namesTime(name));
  const [range] = factors.range.filter((one) => one === 'both');
  const [, larger] = await bySize(log);
  const rows: readonly GivenRow[] = [
    ...directions.flatMap((sortDirection) => statuses.map((status) => ({ status, sortDirection }))),
    ...(time === undefined
      ? []
      : directions.map((sortDirection) => ({ status: larger!, sortBy: time, sortDirection }))),
    ...(first === undefined ? [] : [{ status: 'failed', sortBy: first }]),
    ...(range === undefined ? [] : [{ range, status: 'failed' }]),
    ...(range === undefined || first === undefined ? [] : [{ range, sortBy: first }]),
  ];
  return rows.map((row) => ({ ...nothing, ...row, webhook: log.id }) as RowOf<SearchFactors>);
}

/** The statuses, that with fewest entries first. */
async function bySize(log: WebhookLog) {
  const [succeeded, failed] = await Promise.all(logStatuses.map((status) => log.walk({ status })));
  return succeeded!.items.length <= failed!.items.length ? logStatuses : logStatuses.toReversed();
}

/** The directions that change the order of a search without one. */
async function turnedDirections(log: WebhookLog): Promise<ReadonlySet<string>> {
  const plain = await log.walk();
  const walks = directions.map(async (sortDirection) => ({ sortDirection, walk: await log.walk({ sortDirection }) }));
  const turned = (await Promise.all(walks)).filter(({ walk }) => !hasSameOrder(walk, plain));
  return new Set(turned.map(({ sortDirection }) => sortDirection));
}

const directions: readonly Direction[] = ['asc', 'desc'];
