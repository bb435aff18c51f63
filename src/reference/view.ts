/** A result in order, of which any page can be cut without touching the rest. */
import type { LogStatus } from '../core/operation.ts';
import type { Log, LogEntry } from './log.ts';

export interface View {
  readonly length: number;
  at(rank: number): LogEntry;
  /** The place of the entry with this index in the view's order. */
  rankOf(index: number): number;
}

/** The entries with index from `low` up to `high` (excluded) that have the status, oldest first. */
export function viewOfLog(log: Log, status: LogStatus | undefined, low: number, high: number): View {
  const skipped = log.countBefore(low, status);
  return {
    length: high <= low ? 0 : log.countBefore(high, status) - skipped,
    at: (rank) => log.entry(log.nth(rank + skipped, status)),
    rankOf: (index) => log.countBefore(index, status) - skipped,
  };
}

/** First all of one view, then all of another; `belongs` says whether an index is of the first. */
export function concatenated(first: View, second: View, belongs: (index: number) => boolean): View {
  return {
    length: first.length + second.length,
    at: (rank) => (rank < first.length ? first.at(rank) : second.at(rank - first.length)),
    rankOf: (index) => (belongs(index) ? first.rankOf(index) : first.length + second.rankOf(index)),
  };
}

export function reversed(view: View): View {
  return {
    length: view.length,
    at: (rank) => view.at(view.length - 1 - rank),
    rankOf: (index) => view.length - 1 - view.rankOf(index),
  };
}

/** A view of entries at hand, in the order given. An index that is not among them ranks after the last smaller one. */
export function viewOfEntries(entries: readonly LogEntry[]): View {
  return {
    length: entries.length,
    at: (rank) => entries[rank]!,
    rankOf: (index) => {
      const exact = entries.findIndex((entry) => entry.index === index);
      return exact >= 0 ? exact : entries.filter((entry) => entry.index < index).length;
    },
  };
}

/** All of a view, as an array: for small results only. */
export function entriesOf(view: View): LogEntry[] {
  return Array.from({ length: view.length }, (_, rank) => view.at(rank));
}
