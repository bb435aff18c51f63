/**
 * Judges one walk by itself (§2): it ends, it has as many items as its total, and the total stays the same. Pure functions
 * over the decoded pages, in whatever order these come: the place of a page counts, not when it was recorded. Proof and
 * drawings are added by the caller, which has the exchanges.
 */
import { isIdentifying } from './identifying.ts';
import { truncate } from './relations.ts';

/** What is judged of a walk. */
export interface WalkShape {
  readonly pages: readonly {
    readonly place: number;
    readonly page: { readonly data: readonly string[]; readonly totalItems: number };
  }[];
  readonly items: readonly string[];
  readonly total: number;
  readonly end: 'end' | 'cut' | 'lost' | 'refused' | 'malformed' | 'endless';
}

/** A problem of one walk. `message` continues the name of the walk: "the walk with status=failed has 4 items; expected 5". */
export interface WalkFinding {
  readonly kind: 'endless' | 'next-refused' | 'incomplete' | 'total-changed' | 'repeated-item' | 'stands-still';
  readonly message: string;
  /** The page that shows it, from 1. */
  readonly place: number;
}

const inOrder = ({ pages }: WalkShape): WalkShape['pages'] => pages.toSorted((a, b) => a.place - b.place);

/** Following `next` must end. */
export function findEndless(walk: WalkShape): WalkFinding | undefined {
  if (walk.end !== 'endless') return undefined;
  const place = walk.pages.length;
  const message = `still has a next after ${place} pages and ${walk.items.length} items; expected to end, since totalItems is ${walk.total}${describeRepeat(walk)}`;
  return { kind: 'endless', message, place };
}

/** Pages with items at the end of an endless walk that bring nothing new: fewer may be a chance. */
const fewestRepeated = 3;

/**
 * `next` must not lead in a circle, even on a log that changes: arriving entries would be new to the walk. Decides
 * nothing if items are short or repeat on the pages before, since new ones may then be equal to them.
 */
export function findCircle(walk: WalkShape): WalkFinding | undefined {
  if (walk.end !== 'endless') return undefined;
  const known = new Set<string>();
  const pages = inOrder(walk).filter(({ page }) => page.data.length > 0);
  const firsts = pages.map(({ page: { data } }) => data.filter((item) => known.size < known.add(item).size).length);
  const start = firsts.findLastIndex((count) => count > 0) + 1;
  const way = pages.slice(0, start);
  const isTold = way.every(({ page }, index) => page.data.length === firsts[index] && page.data.every(isIdentifying));
  if (!isTold || pages.length - start < fewestRepeated) return undefined;
  const { place } = pages[start]!;
  const message = `brings nothing new from page ${place} on, and still has a next after ${walk.pages.length} pages; expected to end${describeRepeat(walk)}`;
  return { kind: 'endless', message, place };
}

/** A walk must have exactly `totalItems` items. One that was cut or lost, or that met a malformed page, proves nothing. */
export function findIncomplete(walk: WalkShape): WalkFinding | undefined {
  const { items, total, pages } = walk;
  if (pages.length === 0 || walk.end === 'cut' || walk.end === 'lost' || walk.end === 'malformed') return undefined;
  if (walk.end === 'refused')
    return {
      kind: 'next-refused',
      message: `stops at page ${pages.length} with ${items.length} of ${total} items: the next cursor was rejected`,
      place: pages.length,
    };
  if (items.length === total || (walk.end === 'endless' && items.length < total)) return undefined;
  const place = walk.end === 'endless' ? pages.length : (findFirstRepeat(walk)?.place ?? pages.length);
  const message = `has ${items.length} ${items.length === 1 ? 'item' : 'items'}; expected ${total}, its totalItems${describeRepeat(walk)}`;
  return { kind: 'incomplete', message, place };
}

/** `totalItems` must be the same on every page. */
export function findUnsteadyTotal(walk: WalkShape): WalkFinding | undefined {
  const odd = inOrder(walk).find((read) => read.page.totalItems !== walk.total);
  if (odd === undefined) return undefined;
  const message = `has totalItems ${odd.page.totalItems} on page ${odd.place}; expected ${walk.total}, as on page 1`;
  return { kind: 'total-changed', message, place: odd.place };
}

/**
 * `next` must lead on: not to an empty page before the walk has its items, nor to the items of earlier pages. Where items
 * repeat, a walk of the right length proves that it went on.
 */
export function findStandstill(walk: WalkShape): WalkFinding | undefined {
  const { items, total, end } = walk;
  const pages = inOrder(walk);
  const last = pages.at(-1);
  if (end === 'end' && last !== undefined && last.place > 1 && last.page.data.length === 0 && items.length < total) {
    const message = `comes by next from page ${last.place - 1} to an empty page and ends with ${items.length} items; expected ${total}`;
    return { kind: 'stands-still', message, place: last.place };
  }
  for (const [at, { page, place }] of pages.entries()) {
    if (at === 0 || page.data.length === 0) continue;
    const earlier = pages.slice(0, at).flatMap((read) => read.page.data);
    const known = new Set(earlier);
    const isRepeated = known.size === earlier.length && page.data.every((item) => known.has(item));
    if (isRepeated && items.length !== total)
      return {
        kind: 'stands-still',
        message: `returns items of earlier pages on page ${place}, by next from page ${place - 1}`,
        place,
      };
    const before = pages[at - 1]!.page.data;
    const isEqual = page.data.length === before.length && page.data.every((item, index) => item === before[index]);
    if (isEqual && isDistinct(page.data) && (end !== 'end' || items.length !== total))
      return {
        kind: 'stands-still',
        message: `returns the items of page ${place - 1} again on page ${place}, by next from page ${place - 1}`,
        place,
      };
  }
  return undefined;
}

const isDistinct = (items: readonly string[]): boolean => new Set(items).size === items.length;

/** The first item that an earlier place of the walk had: a repetition if items are unique, otherwise only a hint. */
export function findFirstRepeat(
  walk: WalkShape,
): { readonly item: string; readonly place: number; readonly before: number } | undefined {
  const pageOf = new Map<string, number>();
  for (const { place, page } of inOrder(walk))
    for (const item of page.data) {
      const before = pageOf.get(item);
      if (before !== undefined) return { item, place, before };
      pageOf.set(item, place);
    }
  return undefined;
}

function describeRepeat(walk: WalkShape): string {
  const repeat = findFirstRepeat(walk);
  if (repeat === undefined) return '';
  const { item, place, before } = repeat;
  const what = truncate(item);
  return before === place ? `; page ${place} has ${what} twice` : `; page ${place} repeats ${what} of page ${before}`;
}
