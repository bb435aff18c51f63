/** A walk as the report draws it: a box a page, the page where it went wrong marked. */
import type { WalkDrawing } from '../core/verdict.ts';
import { truncate } from '../oracles/relations.ts';
import type { ReadPage, Walk } from './walk.ts';
import { describeWalk } from './walk.ts';

/** Boxes drawn at most; of a longer walk those around the wrong page. */
const boxes = 40;

export function drawPages(title: string, pages: readonly ReadPage[], wrong?: number, note?: string): WalkDrawing {
  const from = wrong === undefined ? 0 : Math.max(0, Math.min(wrong - boxes / 2, pages.length - boxes));
  return {
    kind: 'walk',
    title,
    pages: pages.slice(from, from + boxes).map(({ place, reachedBy, page }) => ({
      place,
      reachedBy,
      items: page.data.length,
      total: page.totalItems,
      ...(page.data[0] === undefined ? {} : { first: truncate(page.data[0]), last: truncate(page.data.at(-1)!) }),
      ...(place === wrong ? { wrong: true, ...(note === undefined ? {} : { note }) } : {}),
    })),
  };
}

export function drawWalk(walk: Walk, wrong?: number, note?: string): WalkDrawing {
  return drawPages(describeWalk(walk), walk.pages, wrong, note);
}
