/** Routes for a navigation: which steps along `next` and `prev` it takes. */

import type { Walk } from '../walk.ts';
import type { Step } from './navigation-finding.ts';

/** `count` steps in one direction. */
export function steps(step: Step, count: number): Step[] {
  return Array.from({ length: Math.max(count, 0) }, () => step);
}

/** To the end of a walk with this number of pages, and all the way back. */
export function thereAndBack(pages: number): Step[] {
  return [...steps('next', pages - 1), ...steps('prev', pages - 1)];
}

/** Pages up to which a way back may stop at each of them. */
const pagesToStopAt = 40;

/**
 * To the end of a walk and all the way back. The way back returns once, by `next`, to three pages: the last, the one in the middle
 * and the second. So `prev` is followed from pages that were reached by `next` and by `prev`.
 */
export function roundTrip(pages: number): Step[] {
  return roundTripBy(pages, new Set([pages, Math.ceil(pages / 2), 2]));
}

/** As {@link roundTrip}, but returning to every page; a long walk goes straight back. */
export function slowRoundTrip(pages: number): Step[] {
  if (pages > pagesToStopAt) return thereAndBack(pages);
  return roundTripBy(pages, new Set(steps('prev', pages).map((_, index) => index + 1)));
}

/** @param stops numbers of the pages, from 1, that the way back returns to once */
function roundTripBy(pages: number, stops: ReadonlySet<number>): Step[] {
  const back = steps('prev', pages - 1).flatMap((prev, index): Step[] =>
    stops.has(pages - index) ? [prev, 'next', prev] : [prev],
  );
  return [...steps('next', pages - 1), ...back];
}

/** To the end of a walk with this number of pages, and some steps back and on. */
export function backFromEnd(pages: number): Step[] {
  return pages < 3 ? thereAndBack(pages) : [...steps('next', pages - 1), 'prev', 'prev', 'next'];
}

/** {@link thereAndBack}, and one step on again. */
export function thereBackAndOn(pages: number): Step[] {
  return pages < 2 ? [] : [...thereAndBack(pages), 'next'];
}

/** The walk without empty last pages that have no `prev`: no way back can start there. */
export function upToLastWayBack(walk: Walk): Walk {
  const count = walk.pages.findLastIndex(({ page }) => page.data.length > 0 || page.prev !== undefined) + 1;
  return count === walk.pages.length || count === 0 ? walk : { ...walk, pages: walk.pages.slice(0, count) };
}

/** The part of a walk up to the page at which a route turns back; all of it where the route leads further, or does not turn. */
export function upToTurn(walk: Walk, route: readonly Step[]): Walk {
  const turn = route.indexOf('prev');
  if (turn < 0 || turn >= walk.pages.length - 1) return walk;
  const pages = walk.pages.slice(0, turn + 1);
  return { ...walk, pages, items: pages.flatMap(({ page }) => page.data) };
}

/** The route; if it turns back at the end of the walk, it does so at the last page that has a way back. */
export function turningInTime(steps: readonly Step[], walk: Walk): readonly Step[] {
  const turn = steps.indexOf('prev');
  const last = walk.pages.length - 1;
  return turn === last ? steps.slice(walk.pages.length - upToLastWayBack(walk).pages.length) : steps;
}
