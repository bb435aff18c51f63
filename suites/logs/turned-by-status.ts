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
      const isWrong = (items: readonly string[], at: number) =>
        beginsAtOtherEnd(items, ends, at) || isDisordered({ items, sorted: pages, at }, sortBy);
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

/** Entries of a status: those that the field has at one end, and at the other. */
type Ends = readonly (readonly string[])[];

/**
 * The entries of a status on the first pages of asc and of desc, where these pages tell of the field.
 * @param pages the items of both
 */
function endsOf(pages: readonly (readonly string[])[], selected: logs.Walk, plain: logs.Walk): Ends | undefined {
  if (!logs.isComplete(selected) || !logs.isComplete(plain)) return undefined;
  if (pages.some((items) => items.length < shortest || logs.isMonotone(items, plain.items))) return undefined;
  const ends = pages.map((items) => items.filter((item) => selected.bag.has(item) && plain.bag.get(item) === 1));
  const isApart = !ends[0]!.some((item) => ends[1]!.includes(item));
  return isApart && ends.every(({ length }) => length >= fewest) ? ends : undefined;
}

/** Whether the items have one of the other end, and all of those before any of their own end. */
function beginsAtOtherEnd(items: readonly string[], ends: Ends, at: number): boolean {
  const placesOf = (end: readonly string[]) => end.map((item) => items.indexOf(item)).filter((place) => place !== -1);
  const [own, other] = [placesOf(ends[at]!), placesOf(ends[1 - at]!)];
  return other.length > 0 && Math.max(...other) < Math.min(...own);
}

interface Sorted {
  readonly items: readonly string[];
  /** Items in asc and in desc, without the status. */
  readonly sorted: readonly (readonly string[])[];
  /** 0: asc; 1: desc. */
  readonly at: number;
}

/** Whether the numbers that items hold in the field are out of order, while they are in order without the status. */
function isDisordered({ items, sorted, at }: Sorted, sortBy: string): boolean {
  const inOrder = sorted.map((one, direction) => isInOrder(one, sortBy, direction));
  return inOrder.every((one) => one === true) && isInOrder(items, sortBy, at) === false;
}

/** Undefined where an item has no number in the field. */
function isInOrder(items: readonly string[], sortBy: string, direction: number): boolean | undefined {
  const values = items.map((item) => logs.valueAt(item, logs.pointerTo(sortBy)));
  const sign = direction === 0 ? 1 : -1;
  const numbers = values.flatMap((value) => (typeof value === 'number' ? [sign * value] : []));
  return numbers.length < values.length
    ? undefined
    : numbers.every((number, place) => place === 0 || number >= numbers[place - 1]!);
}

/** Over the plain walk, that of the status, and both directions of the sort without and with the status. */
const isTurned: logs.Oracle = logs.onCompleteWalks((plain, selected, up, down, ...filtered) => {
  const pages = [up, down].map((walk) => walk.pages[0]?.page.data ?? []);
  const ends = endsOf(pages, selected, plain);
  if (ends === undefined) return undefined;
  const { sortBy = '' } = up.query;
  // A sort by the text of a number may seem to be one by the number on a first page.
  const whole = [up.items, down.items];
  const isWrong = ({ items }: logs.Walk, direction: number) =>
    beginsAtOtherEnd(items, ends, direction) || isDisordered({ items, sorted: whole, at: direction }, sortBy);
  const at = filtered.findIndex(isWrong);
  const wrong = filtered[at];
  if (wrong === undefined) return undefined;
  const { sortDirection, status } = wrong.query;
  const own = [up, down][at]!;
  return {
    message: `${logs.describeQuery(wrong.query)} returned entries that ${sortBy} puts last before some that it puts first; expected sortDirection=${sortDirection} to order the entries with status=${status} as it orders the log`,
    proof: [...logs.proofOfWalk(own).slice(0, 1), ...logs.proofOfPage(wrong, wrong.pages[0]!)],
  };
});
