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
  /** How long the delivery took, ms: another field to sort by. */
  readonly duration: number;
}

/** As good as random. */
export const durationOf = (seq: number): number => (Math.imul(seq + 1, 0x9e3779b1) >>> 8) % 5000;

export function itemOf({ items, name = 'of-the-log' }: Shape, seq: number): string {
  switch (items) {
    case 'unique':
      return `entry-${name}-${seq}`;
    case 'short':
      return `#${seq}`;
    case 'json':
      return JSON.stringify({ id: `entry-${name}-${seq}`, attempt: 1 + (seq % 3) });
    case 'error-text':
      return seq % 9 === 0 ? 'no valid token' : `entry-${name}-${seq}`;
    case 'equal':
      return 'the same';
    case 'repeating':
      return `repeating ${seq % 5}`;
  }
}

/** Oldest first, the newest `newestMs` before `now`. */
export function entriesOf(shape: Shape, now: number): Entry[] {
  const slots = Math.max(Math.ceil(shape.count / shape.ties), 1);
  return Array.from({ length: shape.count }, (_, seq) => ({
    seq,
    duration: durationOf(seq),
    item: itemOf(shape, seq),
    status: shape.statuses[seq % shape.statuses.length] ? 'failed' : 'succeeded',
    at: now - shape.newestMs - (slots - 1 - Math.floor(seq / shape.ties)) * shape.stepMs,
  }));
}

export type Compare = (a: Entry, b: Entry) => number;

/** Order by a field; the tie rule orders entries with equal values. */
export function orderBy(
  field: 'at' | 'status' | 'seq' | 'duration',
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
