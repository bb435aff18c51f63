/** One reading of a query, reduced to what is compared when the same query is read again. */
import { type Bag, bagOf, equal, within } from '../oracles/bag.ts';
import { describeQuery } from './query.ts';
import type { Walk, WalkEnd } from './walk.ts';

export interface Reading {
  /** The query, as {@link describeQuery} names it. */
  readonly query: string;
  readonly bag: Bag;
  /** `totalItems` of the first page; -1 without one. */
  readonly total: number;
  /** `totalItems` of the last page that was read: a log may grow while it is read. */
  readonly lastTotal: number;
  readonly end: WalkEnd;
  /** Status of the response that ended the reading, if that is not a page. */
  readonly lastStatus: number | undefined;
  /** Numbers of the exchanges that began and ended the reading; 0 without a page. */
  readonly began: number;
  readonly ended: number;
}

export function readingOf({ query, bag, total, pages, end, last }: Walk): Reading {
  return {
    query: describeQuery(query),
    bag,
    total,
    lastTotal: pages.at(-1)?.page.totalItems ?? total,
    end,
    lastStatus: last?.response?.status,
    began: pages[0]?.exchange.number ?? 0,
    ended: pages.at(-1)?.exchange.number ?? 0,
  };
}

/** Whether two readings of one query agree: the same bag, the same first and last total, the same end. */
export function readingsAgree(a: Reading, b: Reading): boolean {
  return (
    a.end === b.end &&
    a.total === b.total &&
    a.lastTotal === b.lastTotal &&
    a.lastStatus === b.lastStatus &&
    equal(a.bag, b.bag)
  );
}

/** {@link readingsAgree}, for walks. */
export function isSameReading(a: Walk, b: Walk): boolean {
  return readingsAgree(readingOf(a), readingOf(b));
}

/** {@link isSameReading}, as far as both walks were read: our own limits may have cut one of them earlier. */
export function agreeAsFarAsRead(a: Walk, b: Walk): boolean {
  if (a.end !== 'cut' && b.end !== 'cut') return isSameReading(a, b);
  const both = Math.min(a.items.length, b.items.length);
  return a.total === b.total && equal(bagOf(a.items.slice(0, both)), bagOf(b.items.slice(0, both)));
}

/**
 * Whether a total has changed for good: it moved, and since then on in one direction, or by more than it varies, as where
 * replicas count what they have. A total that varies comes back.
 */
export function hasMoved(totals: readonly number[]): boolean {
  const [first, second, ...others] = totals;
  if (first === undefined || second === undefined || first === second) return false;
  const sign = Math.sign(second - first);
  const steps = [second, ...others].map((total) => sign * (total - first));
  const isOneWay = steps.every((step, at) => step >= (steps[at - 1] ?? 0));
  return isOneWay || Math.max(...steps) - Math.min(...steps) < Math.min(...steps);
}

/** Whether items left from one end of the order and nothing else changed, as where a server keeps entries for a time. */
export function isTrimmed({ items: earlier }: Walk, { items: later }: Walk): boolean {
  if (later.length === 0 || later.length >= earlier.length) return false;
  const gone = earlier.length - later.length;
  return [0, gone].some((offset) => later.every((item, place) => item === earlier[place + offset]));
}

/** Whether one run of neighbouring items left, wherever it lay: the oldest of several items of one time may lie anywhere among them. */
export function isThinned({ items: earlier }: Walk, { items: later }: Walk): boolean {
  if (later.length === 0 || later.length >= earlier.length) return false;
  const gone = earlier.length - later.length;
  const first = later.findIndex((item, place) => item !== earlier[place]);
  return first === -1 || later.slice(first).every((item, place) => item === earlier[first + gone + place]);
}

/** Whether new items arrived at one end of the order while some, or all, may have left at the other, and nothing else changed. */
export function hasRolled({ items: earlier }: Walk, { items: later }: Walk): boolean {
  return rollsBy(earlier, later) || rollsBy(earlier.toReversed(), later.toReversed()) || areOthers(earlier, later);
}

/** Whether other items, and not as many, have taken the place of all. As many may be the same ones, written anew. */
function areOthers(earlier: readonly string[], later: readonly string[]): boolean {
  const known = new Set(earlier);
  return later.length > 0 && later.length < earlier.length && !later.some((item) => known.has(item));
}

/** Whether the later list begins with items that the earlier one does not have, and goes on as the earlier one begins. */
export function rollsBy(earlier: readonly string[], later: readonly string[]): boolean {
  const known = new Set(earlier);
  const added = later.findIndex((item) => known.has(item));
  const common = later.slice(Math.max(added, 0));
  return added > 0 && common.length <= earlier.length && common.every((item, place) => item === earlier[place]);
}

/** Whether the later walk has all items of the earlier one, and others: where totals lag behind, growth shows in items alone. */
export function hasMore(earlier: Walk, later: Walk): boolean {
  return later.items.length > earlier.items.length && within(earlier.bag, later.bag);
}
