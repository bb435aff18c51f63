/** Judges one walk by itself (§2): that it ends, yields as many items as its total says, and keeps saying so. Pure. */
import { truncate } from './relations.ts';

/** The parts of a walk that are judged here. */
export interface WalkShape {
  readonly pages: readonly {
    readonly place: number;
    readonly page: { readonly data: readonly string[]; readonly totalItems: number };
  }[];
  readonly items: readonly string[];
  readonly total: number;
  readonly end: 'end' | 'cut' | 'refused' | 'malformed' | 'endless';
}

export interface WalkProblem {
  readonly message: string;
  /** The page where it shows, from 1. */
  readonly place: number;
}

/** Following `next` ends. */
export function findEndless(walk: WalkShape): WalkProblem | undefined {
  if (walk.end !== 'endless') return undefined;
  const places = walk.pages.length;
  return {
    message: `still has a next after ${places} pages and ${walk.items.length} items, totalItems says ${walk.total}${repeats(walk)}`,
    place: places,
  };
}

/** A walk yields exactly `totalItems` items. A walk that was cut, or that met no page, shows nothing. */
export function findIncomplete(walk: WalkShape): WalkProblem | undefined {
  if (walk.pages.length === 0 || walk.end === 'cut' || walk.end === 'malformed') return undefined;
  const { items, total, pages } = walk;
  if (walk.end === 'refused')
    return {
      message: `stops at page ${pages.length} of its way to ${total} items: its next is refused`,
      place: pages.length,
    };
  if (items.length === total) return undefined;
  if (walk.end === 'endless' && items.length < total) return undefined;
  const place = walk.end === 'endless' ? pages.length : (findFirstRepeat(walk)?.place ?? pages.length);
  return { message: `yields ${items.length} items, totalItems says ${total}${repeats(walk)}`, place };
}

/** `totalItems` is the same on every page. */
export function findUnsteadyTotal(walk: WalkShape): WalkProblem | undefined {
  const odd = walk.pages.find((read) => read.page.totalItems !== walk.total);
  return odd === undefined
    ? undefined
    : {
        message: `says totalItems ${walk.total} on page 1 and ${odd.page.totalItems} on page ${odd.place}`,
        place: odd.place,
      };
}

/** The first item that came before in the same walk: where unique, a repetition; else only a hint. */
export function findFirstRepeat(
  walk: WalkShape,
): { readonly item: string; readonly place: number; readonly before: number } | undefined {
  const at = new Map<string, number>();
  for (const { place, page } of walk.pages)
    for (const item of page.data) {
      const before = at.get(item);
      if (before !== undefined) return { item, place, before };
      at.set(item, place);
    }
  return undefined;
}

function repeats(walk: WalkShape): string {
  const repeat = findFirstRepeat(walk);
  if (repeat === undefined) return '';
  const where = repeat.before === repeat.place ? 'twice' : `that page ${repeat.before} had`;
  return `; page ${repeat.place} has ${truncate(repeat.item)} ${where}`;
}
