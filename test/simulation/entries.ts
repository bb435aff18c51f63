/** The entries of a simulated log, and their orders. */
import type { LogStatus } from '../../src/core/operation.ts';
import type { Shape } from './choices.ts';

export interface Entry {
  /** Number in the order of arrival. */
  readonly seq: number;
  readonly item: string;
  readonly status: LogStatus;
  /** ms since the epoch. */
  readonly at: number;
}

export function itemOf({ items, name = 'of-the-log' }: Shape, seq: number): string {
  if (items === 'unique') return `entry-${name}-${seq}`;
  return items === 'equal' ? 'the same' : `repeating ${seq % 5}`;
}

/** Oldest first, the newest `newestMs` before `now`. */
export function entriesOf(shape: Shape, now: number): Entry[] {
  const slots = Math.max(Math.ceil(shape.count / shape.ties), 1);
  return Array.from({ length: shape.count }, (_, seq) => ({
    seq,
    item: itemOf(shape, seq),
    status: shape.statuses[seq % shape.statuses.length] ? 'failed' : 'succeeded',
    at: now - shape.newestMs - (slots - 1 - Math.floor(seq / shape.ties)) * shape.stepMs,
  }));
}

export type Compare = (a: Entry, b: Entry) => number;

/** Order by a field; the tie rule orders entries with equal values. */
export function orderBy(
  field: 'at' | 'status' | 'seq',
  direction: 'asc' | 'desc',
  ties: 'arrival' | 'turned' | 'item',
): Compare {
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) => {
    if (a[field] !== b[field]) return a[field] < b[field] ? -sign : sign;
    if (ties === 'item' && a.item !== b.item) return a.item < b.item ? -1 : 1;
    return ties === 'turned' ? sign * (a.seq - b.seq) : a.seq - b.seq;
  };
}
