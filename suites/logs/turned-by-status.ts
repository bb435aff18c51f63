/**
 * sortDirection beside a status, for sort fields that do not name the time. Of the entries of one status, those on the first page
 * of asc come before those on the first page of desc, with the status as without it. Entries that are equal in the field may come
 * in any order, so that it counts only where both first pages are in an order that nothing but the field explains.
 */
import { api, type CheckContext, type LogQuery, logs, responses } from '../../src/suite.ts';

const directions = ['asc', 'desc'] as const;

/** Sort fields that are tried. */
const mostSorts = 4;
/** Entries of the status on each of both first pages. Fewer may be there by chance. */
const fewest = 2;
/** Pages with fewer entries are in the order of the log by chance, or in the reverse one. */
const shortest = 4;

/** Requires that the direction turns the entries of a status, too, where it turns those of the whole log. */
export async function expectTurnedByStatus(t: CheckContext): Promise<void> {
  const { log, plainWalk } = await t.baseline({ finite: true });
  const { effective } = await t.logs.distinctSorts();
  for (const sortBy of effective.filter((name) => !t.logs.namesTime(name)).slice(0, mostSorts)) {
    const sorted = inBothDirections({ sortBy });
    const pages = await Promise.all(sorted.map((query) => firstItems(t, query)));
    for (const status of api.logStatuses) {
      const selected = await log.walk({ status });
      const ends = endsOf(pages, selected, plainWalk);
      if (ends === undefined) continue;
      const filtered = inBothDirections({ sortBy, status });
      const found = await Promise.all(filtered.map((query) => firstItems(t, query)));
      if (found.every((items, at) => !beginsAtOtherEnd(items, ends, at))) break;
      await t.expect(log, [{}, { status }, ...sorted, ...filtered], isTurned);
    }
  }
}

const inBothDirections = (query: LogQuery): LogQuery[] =>
  directions.map((sortDirection) => ({ ...query, sortDirection }));

async function firstItems(t: CheckContext, query: LogQuery): Promise<readonly string[]> {
  const { exchange } = await t.logs.measure(query);
  return (responses.isAccepted(exchange) ? responses.parsePage(exchange.response)?.data : undefined) ?? [];
}

/** Entries of a status: those that the field has at one end, and at the other. */
type Ends = readonly (readonly string[])[];

/**
 * The entries of a status on the first pages of asc and of desc, where these pages tell of the field.
 * @param pages the items of both
 */
function endsOf(pages: readonly (readonly string[])[], selected: logs.Walk, plain: logs.Walk): Ends | undefined {
  if (!logs.isComplete(selected) || !logs.isComplete(plain)) return undefined;
  if (pages.some((items) => items.length < shortest || isInOrderOf(plain, items))) return undefined;
  const ends = pages.map((items) => items.filter((item) => selected.bag.has(item) && plain.bag.get(item) === 1));
  const isApart = !ends[0]!.some((item) => ends[1]!.includes(item));
  return isApart && ends.every(({ length }) => length >= fewest) ? ends : undefined;
}

/** Whether the items come as in the walk, or the other way round. */
function isInOrderOf({ items: all }: logs.Walk, items: readonly string[]): boolean {
  const places = items.map((item) => all.indexOf(item));
  const rises = places.slice(1).map((place, at) => place > places[at]!);
  return new Set(rises).size < 2;
}

/** Whether the items have one of the other end, and all of those before any of their own end. */
function beginsAtOtherEnd(items: readonly string[], ends: Ends, at: number): boolean {
  const placesOf = (end: readonly string[]) => end.map((item) => items.indexOf(item)).filter((place) => place !== -1);
  const [own, other] = [placesOf(ends[at]!), placesOf(ends[1 - at]!)];
  return other.length > 0 && Math.max(...other) < Math.min(...own);
}

/** Over the plain walk, that of the status, and both directions of the sort without and with the status. */
const isTurned: logs.Oracle = logs.onCompleteWalks((plain, selected, up, down, ...filtered) => {
  const pages = [up, down].map((walk) => walk.pages[0]?.page.data ?? []);
  const ends = endsOf(pages, selected, plain);
  if (ends === undefined) return undefined;
  const at = filtered.findIndex(({ items }, direction) => beginsAtOtherEnd(items, ends, direction));
  const wrong = filtered[at];
  if (wrong === undefined) return undefined;
  const { sortDirection, sortBy, status } = wrong.query;
  const own = [up, down][at]!;
  return {
    message: `${logs.describeQuery(wrong.query)} returned the entries that ${sortBy} puts last before those that it puts first; expected sortDirection=${sortDirection} to order the entries with status=${status} as it orders the log`,
    proof: [...logs.proofOfWalk(own).slice(0, 1), ...logs.proofOfPage(wrong, wrong.pages[0]!)],
  };
});
