/** Draws a walk for the report: one box per page, with the page where it goes wrong marked. */
import { defined } from '../core/defined.ts';
import type { WalkDrawing } from '../core/verdict.ts';
import { truncate } from '../oracles/relations.ts';
import { describeWalk, type ReadPage, type Walk } from './walk.ts';

/** Most boxes of a drawing; of a longer walk, those around the wrong page are drawn. */
const maxBoxes = 40;

/**
 * @param wrong the place of the page that goes wrong, from 1
 * @param note what is wrong with it
 */
export function drawPages(title: string, pages: readonly ReadPage[], wrong?: number, note?: string): WalkDrawing {
  const from = wrong === undefined ? 0 : Math.max(0, Math.min(wrong - maxBoxes / 2, pages.length - maxBoxes));
  return {
    kind: 'walk',
    title,
    pages: pages.slice(from, from + maxBoxes).map(({ place, reachedBy, page }) => ({
      place,
      reachedBy,
      items: page.data.length,
      total: page.totalItems,
      ...(page.data[0] === undefined ? {} : { first: truncate(page.data[0]), last: truncate(page.data.at(-1)!) }),
      ...(place === wrong ? defined({ wrong: true as const, note }) : {}),
    })),
  };
}

/** {@link drawPages}, for all pages of a walk. */
export function drawWalk(walk: Walk, wrong?: number, note?: string): WalkDrawing {
  return drawPages(describeWalk(walk), walk.pages, wrong, note);
}
