/** Draws a walk for the report: one box per page, with the page where it goes wrong marked. */
import { defined } from '../core/defined.ts';
import type { WalkDrawing } from '../core/verdict.ts';
import { type Bag, minus, sum } from '../oracles/bag.ts';
import { nameItem, truncate } from '../oracles/relations.ts';
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

/** A walk with the page where an item is missing that another walk has; that walk with the item if it cannot be told. */
export function drawMissing(item: string, walk: Walk, other: Walk): WalkDrawing {
  const place = placeOfMissing(item, walk, other);
  if (place === undefined) return drawHolder(item, other, [walk]);
  return drawWalk(walk, place, `${nameItem(item)} is missing before or on this page`);
}

/**
 * The walks of a comparison with the pages that show the difference: if an item of the right side is missing on the left, and
 * which page on the left has an item that the right side does not have. Where several walks could have the missing item, the page
 * on the right that has it is marked.
 * @param isPart the left side need not have all items of the right one
 */
export function drawSides(left: readonly Walk[], right: readonly Walk[], isPart: boolean): WalkDrawing[] {
  const [all, others] = [left, right].map((side) => sum(...side.map(({ bag }) => bag))) as [Bag, Bag];
  const [missing] = isPart ? [] : minus(others, all).keys();
  const [surplus] = minus(all, others).keys();
  const holder = right.find(({ bag }) => missing !== undefined && bag.has(missing));
  const tooMany = left.find(({ bag }) => surplus !== undefined && bag.has(surplus));
  const shortWalk = left.length === 1 ? left[0] : undefined;
  return [
    ...(holder === undefined
      ? []
      : [shortWalk === undefined ? drawHolder(missing!, holder, left) : drawMissing(missing!, shortWalk, holder)]),
    ...(tooMany === undefined ? [] : [drawHolder(surplus!, tooMany, right)]),
  ];
}

/** A walk with the page that has an item which the other walks do not have, or not as often. */
function drawHolder(item: string, walk: Walk, others: readonly Walk[]): WalkDrawing {
  const page = walk.pages.find(({ page: { data } }) => data.includes(item));
  const without = others.length === 1 ? 'the other walk' : `the ${others.length} other walks together`;
  const how = others.some(({ bag }) => bag.has(item)) ? 'is less often in' : 'is missing from';
  return drawWalk(walk, page?.place, `${nameItem(item)} ${how} ${without}`);
}

/**
 * The later of the two pages between which an item stands in the other walk. Undefined if these are apart, since the walks
 * then have different orders, and the item may be missing anywhere.
 */
export function placeOfMissing(item: string, walk: Walk, other: Walk): number | undefined {
  const at = other.items.indexOf(item);
  const pageOf = (neighbour: string) => walk.pages.find(({ page }) => page.data.includes(neighbour))?.place;
  const towards = (step: 1 | -1) => {
    for (let index = at + step; index >= 0 && index < other.items.length; index += step) {
      const page = pageOf(other.items[index]!);
      if (page !== undefined) return page;
    }
    return undefined;
  };
  const [before, after] = [towards(-1), towards(1)];
  if (before !== undefined && after !== undefined)
    return Math.abs(before - after) <= 1 ? Math.max(before, after) : undefined;
  // The first or the last item of the other walk: also an end of this one, if the order is the same or reversed.
  const only = before ?? after;
  return only === 1 || only === walk.pages.length ? only : undefined;
}
