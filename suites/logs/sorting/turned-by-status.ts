/**
 * sortDirection beside a status, for sort fields that do not name the time. Of the entries with one status, those on the first page
 * of asc come before those on the first page of desc, whether or not the search names the status. Entries that are equal in the
 * field may come in any order, so both first pages must be in an order that only the field explains. Combined searches compare
 * the orders of whole walks, if there are such. First pages suffice here, for further fields and for long logs.
 */
import { api, type CheckContext, type LogQuery, logs, responses } from '../../../src/suite.ts';

const directions = ['asc', 'desc'] as const;

/** Most sort fields that are tried. */
const mostSorts = 4;
/** Entries with the status on each of the two first pages. Fewer may be there by chance. */
const fewest = 2;
/** A page with fewer entries may be in the order of the log, or in its reverse, by chance. */
const shortest = 4;

/** Requires that a direction that reverses the order of the whole log also reverses that of the entries with one status. */
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
      const isWrong = (items: readonly string[], at: number) =>
        beginsAtOtherEnd(items, ends, at, sortBy) || isDisordered({ items, sorted: pages, at }, sortBy);
      if (!found.some(isWrong)) break;
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

/** The entries with a status that are on the first page of asc, and those on the first page of desc. */
type Ends = readonly (readonly string[])[];

/**
 * Undefined if the first pages do not show an order by the field.
 * @param pages the items of the first pages of asc and of desc
 */
function endsOf(pages: readonly (readonly string[])[], selected: logs.Walk, plain: logs.Walk): Ends | undefined {
  if (!logs.isComplete(selected) || !logs.isComplete(plain)) return undefined;
  if (pages.some((items) => items.length < shortest || logs.isMonotone(items, plain.items))) return undefined;
  const ends = pages.map((items) => items.filter((item) => selected.bag.has(item) && plain.bag.get(item) === 1));
  const isApart = !ends[0]!.some((item) => ends[1]!.includes(item));
  return isApart && ends.every(({ length }) => length >= fewest) ? ends : undefined;
}

/**
 * Whether the items have some entries of the other end, and all of these before any entry of their own end. One of each end must
 * show different values in the field: equal entries may come in another order beside a status.
 */
function beginsAtOtherEnd(items: readonly string[], ends: Ends, at: number, sortBy: string): boolean {
  const placesOf = (end: readonly string[]) => end.map((item) => items.indexOf(item)).filter((place) => place !== -1);
  const [own, other] = [placesOf(ends[at]!), placesOf(ends[1 - at]!)];
  if (other.length === 0 || Math.max(...other) > Math.min(...own)) return false;
  const fieldOf = (item: string) => logs.valueAt(item, logs.pointerTo(sortBy));
  return ends[at]!.some((one) => other.some((place) => logs.areUnlike(fieldOf(one), fieldOf(items[place]!))));
}

interface Sorted {
  readonly items: readonly string[];
  /** Items in asc and in desc, without the status. */
  readonly sorted: readonly (readonly string[])[];
  /** 0: asc; 1: desc. */
  readonly at: number;
}

/** Whether the numbers that items show in the field are out of order, while they are in order without the status. */
function isDisordered({ items, sorted, at }: Sorted, sortBy: string): boolean {
  const inOrder = sorted.map((one, direction) => isInOrder(one, sortBy, direction));
  return inOrder.every((one) => one === true) && isInOrder(items, sortBy, at) === false;
}

/** Undefined if an item has no number in the field. */
function isInOrder(items: readonly string[], sortBy: string, direction: number): boolean | undefined {
  const values = items.map((item) => logs.valueAt(item, logs.pointerTo(sortBy)));
  const sign = direction === 0 ? 1 : -1;
  const numbers = values.flatMap((value) => (typeof value === 'number' ? [sign * value] : []));
  return numbers.length < values.length
    ? undefined
    : numbers.every((number, place) => place === 0 || number >= numbers[place - 1]!);
}

/** Judges the plain walk, that of the status, and both directions of the sort, without and with the status. */
const isTurned: logs.Oracle = logs.onCompleteWalks((plain, selected, up, down, ...filtered) => {
  const pages = [up, down].map((walk) => walk.pages[0]?.page.data ?? []);
  const ends = endsOf(pages, selected, plain);
  if (ends === undefined) return undefined;
  const { sortBy = '' } = up.query;
  // On a first page, numbers that are sorted as text may happen to be in order.
  const whole = [up.items, down.items];
  const isWrong = ({ items }: logs.Walk, direction: number) =>
    beginsAtOtherEnd(items, ends, direction, sortBy) || isDisordered({ items, sorted: whole, at: direction }, sortBy);
  const at = filtered.findIndex(isWrong);
  const wrong = filtered[at];
  if (wrong === undefined) return undefined;
  const { sortDirection, status } = wrong.query;
  const own = [up, down][at]!;
  return {
    message: `${logs.describeQuery(wrong.query)} is out of order: expected sortBy=${sortBy}&sortDirection=${sortDirection} to order the entries with status=${status} as it orders the whole log`,
    proof: [...logs.proofOfWalk(own).slice(0, 1), ...logs.proofOfPage(wrong, wrong.pages[0]!)],
  };
});
