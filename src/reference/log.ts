/**
 * Webhook logs that are computed instead of stored. Entry i is a pure function of i, so a log of a million entries takes
 * no memory; a formula counts the entries of a status before i, so totals need no scan.
 *
 * Groups of entries share one time (1, 4, 2, 1, 4, 2 … entries), so that ties occur across page borders.
 */
import type { LogStatus } from '../core/operation.ts';

export interface LogEntry {
  /** Position in the log; 0 is the oldest entry. The final tie-breaker of every order. */
  readonly index: number;
  readonly id: string;
  readonly status: LogStatus;
  /** ms since the epoch. */
  readonly at: number;
}

export interface Log {
  readonly webhookId: string;
  readonly tenant: string;
  readonly length: number;
  entry(index: number): LogEntry;
  /** Number of entries with `status` (any status if undefined) among the first `end`. */
  countBefore(end: number, status: LogStatus | undefined): number;
  /** Index of the entry at `rank` among those with `status`, counted from 0. */
  nth(rank: number, status: LogStatus | undefined): number;
  /** Index of the first entry at or after `at` (ms); `length` if there is none. */
  firstNotBefore(at: number): number;
}

const oldest = Date.UTC(2024, 0, 1, 8, 30);
const longestSpan = 900 * 86_400_000;
const longestStep = 97 * 60_000;
const tickOfRest = [0, 1, 1, 1, 1, 2, 2] as const;
const restOfTick = [0, 1, 5] as const;

const period = 97;
const failedAt = Array.from({ length: period }, (_, k) => k).filter((k) => (k * k * 31 + k * 7) % period < 31);
const succeededAt = Array.from({ length: period }, (_, k) => k).filter((k) => !failedAt.includes(k));
const failedBefore = Array.from({ length: period + 1 }, (_, k) => failedAt.filter((f) => f < k).length);

/** Generates a log of `length` entries. `shift` rotates the pattern of statuses, so that two logs differ. */
export function generateLog(webhookId: string, tenant: string, length: number, shift: number): Log {
  const ticks = Math.ceil(length / 7) * 3;
  const step = Math.min(longestStep, Math.floor(longestSpan / Math.max(1, ticks)));
  const timeOf = (tick: number) => oldest + tick * step + ((tick * 7919 * 13) % Math.floor(step / 2));
  const failedUpTo = (k: number) => Math.floor(k / period) * failedAt.length + failedBefore[k % period]!;
  const failedCount = (end: number) => failedUpTo(end + shift) - failedUpTo(shift);
  const tag = webhookId.replace(/[^a-z0-9]/gi, '');

  return {
    webhookId,
    tenant,
    length,
    entry: (index) => ({
      index,
      id: `log_${tag}_${String(index + 1).padStart(7, '0')}`,
      status:
        failedBefore[((index + shift) % period) + 1]! > failedBefore[(index + shift) % period]!
          ? 'failed'
          : 'succeeded',
      at: timeOf(Math.floor(index / 7) * 3 + tickOfRest[index % 7]!),
    }),
    countBefore: (end, status) =>
      status === undefined ? end : status === 'failed' ? failedCount(end) : end - failedCount(end),
    nth: (rank, status) => {
      if (status === undefined) return rank;
      const places = status === 'failed' ? failedAt : succeededAt;
      const skipped = status === 'failed' ? failedUpTo(shift) : shift - failedUpTo(shift);
      const r = rank + skipped;
      return Math.floor(r / places.length) * period + places[r % places.length]! - shift;
    },
    firstNotBefore: (at) => {
      let tick = Math.max(0, Math.floor((at - oldest) / step));
      if (tick >= ticks) return length;
      if (timeOf(tick) < at) tick += 1;
      return Math.min(length, Math.floor(tick / 3) * 7 + restOfTick[tick % 3]!);
    },
  };
}

const events = ['event.created', 'event.updated', 'event.deleted', 'calendar.shared'] as const;
const notes = ['', 'Zoë’s café', '日本語の会議', 'اجتماع', '🎉 done', 'line\n"quoted"'] as const;

export const eventOf = (index: number): string => events[index % events.length]!;

/** Renders an entry as an item, which is a string (§2): JSON text, sometimes with non-ASCII characters. */
export function itemText(entry: LogEntry): string {
  const note = notes[entry.index % 11] ?? '';
  return JSON.stringify({
    id: entry.id,
    status: entry.status,
    createdAt: new Date(entry.at).toISOString(),
    event: eventOf(entry.index),
    attempts: entry.status === 'failed' ? 3 : 1,
    ...(note && { note }),
  });
}
