/** The pages that a navigation read, and the step that went wrong, if any. */
import type { Level } from '../../core/requirement.ts';
import type { Finding } from '../../oracles/finding.ts';
import type { ReadPage } from '../walk.ts';

export type Step = 'next' | 'prev';

export interface Navigation {
  readonly pages: readonly ReadPage[];
  /** Items in log order, as far as the navigation went forward. */
  readonly known: readonly string[];
  readonly problem?: NavigationFinding;
}

export interface NavigationFinding extends Finding {
  readonly kind:
    | 'total-changed'
    | 'next-missing'
    | 'next-rejected'
    | 'next-wrong-page'
    | 'prev-missing'
    | 'prev-rejected'
    | 'prev-wrong-page'
    | 'prev-page-length'
    | 'prev-empty'
    | 'prev-endless';
  /** The step that is wrong, or that was not offered. */
  readonly step: Step;
  /** The cursor may have been used up by an earlier try of the same request, whose response was lost. */
  readonly mayBeUsedUp?: true;
  /** Place of the page that is wrong, from 1; the last page unless given. */
  readonly place?: number;
}

/**
 * The level of a finding in a requirement that is stated: §2 says which page a cursor leads to, that there must be a cursor
 * only follows from it, and the sizes of pages are open (§8).
 */
export function levelOfFinding({ kind }: Pick<NavigationFinding, 'kind'>): Level {
  if (kind === 'prev-page-length') return 'advisory';
  return kind === 'prev-missing' || kind === 'next-missing' || kind === 'prev-endless' ? 'derived' : 'stated';
}

/** Whether every page of a navigation has the same total. */
export function hasOneTotal({ pages }: Navigation): boolean {
  return pages.every(({ page }) => page.totalItems === pages[0]?.page.totalItems);
}
