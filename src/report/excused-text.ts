/** What a run excused, in words: suspicions that each may have a cause other than a violation. */
import type { ConformanceReport } from '../core/report.ts';
import { plural } from './visible-text.ts';

/** One of each kind, and what is said of it after its number. */
const words: Readonly<Record<string, readonly [one: string, what: string]>> = {
  unconfirmedFindings: ['finding', 'that did not recur'],
  errorsInOutage: ['server error', 'of one outage, none of which recurred alone'],
  unsteadyReads: ['reading', 'that differed from another of the same search'],
  disturbedReads: ['contradiction', 'between searches that a second reading did not show'],
  inconsistentWalks: ['walk', 'with a total other than its number of items, or an item twice'],
  rejectedValidRequests: ['valid request', 'rejected between accepted ones'],
  acceptedStrangers: ['request', 'accepted without the valid token'],
};

/**
 * "1 finding that did not recur (logs/walk-complete), 1 valid request rejected between accepted ones". Undefined where there is
 * nothing to tell, and for a run that fails: what was counted may be what it fails for.
 */
export function excusedInWords({
  verdict,
  run: { excused = {}, unconfirmed = [] },
}: ConformanceReport): string | undefined {
  if (verdict === 'nonConformant') return undefined;
  const parts = Object.entries(excused).flatMap(([kind, count]) => {
    const [one, what] = words[kind] ?? [];
    if (one === undefined || count === 0) return [];
    const where = kind === 'unconfirmedFindings' && unconfirmed.length > 0 ? ` (${unconfirmed.join(', ')})` : '';
    return [`${plural(count, one)} ${what}${where}`];
  });
  return parts.length === 0 ? undefined : parts.join(', ');
}
