/** A place in a log that a navigation stands on, and how messages name it. */
import { truncate } from '../../oracles/relations.ts';
import type { ReadPage } from '../walk.ts';

/** The page that the navigation stands on, and where its items lie in the known ones: from `start` up to `end`. */
export interface Position {
  readonly read: ReadPage;
  readonly start: number;
  readonly end: number;
}

/** Whether a page holds the known items right before `target`. */
export function endsAt(known: readonly string[], target: number, data: readonly string[]): boolean {
  return data.length <= target && data.every((item, index) => item === known[target - data.length + index]);
}

/** "the page with items 1–10", or what {@link describePosition} says of an empty page. */
export function describePage(position: Position): string {
  const where = describePosition(position);
  return position.start === position.end ? where : `the page with ${where}`;
}

/** "items 1–10", counted from 1. */
export function describePosition({ start, end }: Position): string {
  return start === end ? `the empty page after item ${start}` : `items ${start + 1}–${end}`;
}

/** Where the items of a page lie in the known order. */
export function describeItems(known: readonly string[], data: readonly string[]): string {
  if (data.length === 0) return 'an empty page';
  for (let start = 0; start + data.length <= known.length; start += 1)
    if (data.every((item, index) => item === known[start + index])) return `items ${start + 1}–${start + data.length}`;
  return `a page that starts with ${truncate(data[0]!)}`;
}

/** How a page says that no other one follows on a side: "no prev", "an empty prev". */
export function absence({ page: { forms } }: ReadPage, side: 'next' | 'prev'): string {
  return { absent: `no ${side}`, empty: `an empty ${side}`, null: `null as ${side}`, cursor: side }[forms[side]];
}
