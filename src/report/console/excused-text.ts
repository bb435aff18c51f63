/** What a run excused, in words: suspicions that each may have a cause other than a violation. */
import type { ConformanceReport, LostRequest } from '../../core/report.ts';
import { plural } from '../visible-text.ts';

/** One of each kind, and what is said of it after its number. */
const words: Readonly<Record<string, readonly [one: string, what: string]>> = {
  unconfirmedFindings: ['finding', 'that did not recur'],
  errorsInOutage: ['server error', 'of one outage, none of which recurred alone'],
  unsteadyReads: ['reading', 'that differed from another of the same search'],
  disturbedReads: ['contradiction', 'between searches that a second reading did not show'],
  inconsistentWalks: ['walk', 'with a total other than its number of items, or an item twice'],
  rejectedValidRequests: ['valid request', 'rejected between accepted ones'],
  lostRequests: ['valid request', 'that got no response'],
  acceptedStrangers: ['request', 'accepted without the valid token'],
};

/**
 * "1 finding that did not recur (logs/walk-complete), 1 valid request rejected between accepted ones". Undefined if there is
 * nothing to tell, and for a run that fails: what was counted may be what it fails for.
 */
export function excusedInWords({
  verdict,
  run: { excused = {}, unconfirmed = [], lost = {} },
}: ConformanceReport): string | undefined {
  if (verdict === 'nonConformant') return undefined;
  const details: Readonly<Record<string, readonly string[]>> = {
    unconfirmedFindings: unconfirmed,
    lostRequests: Object.entries(lost).map(([operation, one]) => lostInWords(operation, one)),
  };
  const parts = Object.entries(excused).flatMap(([kind, count]) => {
    const [one, what] = words[kind] ?? [];
    if (one === undefined || count === 0) return [];
    const where = details[kind] ?? [];
    return [`${plural(count, one)} ${what}${where.length === 0 ? '' : ` (${where.join(', ')})`}`];
  });
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** "25 of logs: 20 over kept connections and 5 over new ones". */
function lostInWords(operation: string, { requests, kept, fresh }: LostRequest): string {
  const over = [
    ...(kept > 0 ? [`${kept} over kept connections`] : []),
    ...(fresh > 0 ? [`${fresh} over new ones`] : []),
  ];
  return `${requests} of ${operation}${over.length === 0 ? '' : `: ${over.join(' and ')}`}`;
}
