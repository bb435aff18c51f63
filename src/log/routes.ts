/** Routes for a navigation: which steps along `next` and `prev` it takes. */
import type { Step } from './navigation.ts';

/** So many steps in one direction. */
export function steps(step: Step, count: number): Step[] {
  return Array.from({ length: Math.max(count, 0) }, () => step);
}

/** All the way along a walk of so many pages, and all the way back. */
export function thereAndBack(pages: number): Step[] {
  return [...steps('next', pages - 1), ...steps('prev', pages - 1)];
}

/** {@link thereAndBack}, and one step on again. */
export function thereBackAndOn(pages: number): Step[] {
  return pages < 2 ? [] : [...thereAndBack(pages), 'next'];
}
