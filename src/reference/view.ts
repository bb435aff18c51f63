/** A sorted result from which any page can be cut without computing the rest. */
import type { LogStatus } from '../core/operation.ts';
import type { Log, LogEntry } from './log.ts';

export interface View {
  readonly length: number;
  at(rank: number): LogEntry;
  /** Position in this view of the entry with the given log index. */
  rankOf(index: number): number;
}

/** Views the entries from index `low` up to but excluding `high` that have the status, oldest first. */
export function viewOfLog(log: Log, status: LogStatus | undefined, low: number, high: number): View {
  const skipped = log.countBefore(low, status);
  return {
    length: high <= low ? 0 : log.countBefore(high, status) - skipped,
    at: (rank) => log.entry(log.nth(rank + skipped, status)),
    rankOf: (index) => log.countBefore(index, status) - skipped,
  };
}

/** Puts one view after another. `isInFirst` tells to which of them a log index belongs. */
export function concatenate(first: View, second: View, isInFirst: (index: number) => boolean): View {
  return {
    length: first.length + second.length,
    at: (rank) => (rank < first.length ? first.at(rank) : second.at(rank - first.length)),
    rankOf: (index) => (isInFirst(index) ? first.rankOf(index) : first.length + second.rankOf(index)),
  };
}

export function reverse(view: View): View {
  return {
    length: view.length,
    at: (rank) => view.at(view.length - 1 - rank),
    rankOf: (index) => view.length - 1 - view.rankOf(index),
  };
}

/** Views an array in its order. A log index that it does not contain ranks after all smaller ones. */
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

/** Copies a view into an array; for small results only. */
export function entriesOf(view: View): LogEntry[] {
  return Array.from({ length: view.length }, (_, rank) => view.at(rank));
}
