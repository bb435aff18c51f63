/** What a run has excused, in words: suspicions that each may have another cause than a violation. */
import type { ConformanceReport } from '../core/report.ts';
import { plural } from './visible-text.ts';

/** By kind, as a run counts them: one of them, and what is said of each. */
const words: Readonly<Record<string, readonly [one: string, what: string]>> = {
  unconfirmedFindings: ['finding', 'did not recur'],
  unsteadyReads: ['reading', 'differed from another one'],
  disturbedReads: ['reading', 'did not show the same again'],
  inconsistentWalks: ['walk', 'had another number of items than its total'],
  rejectedValidRequests: ['valid request', 'met a rejection between acceptances'],
  acceptedStrangers: ['request', 'came in without the valid token'],
};

/**
 * "2 readings did not show the same again, 1 finding did not recur"; undefined where nothing was excused, or where it was not
 * excused in the end: what fails a run may be what was counted here.
 */
export function excusedInWords({ verdict, run: { excused = {} } }: ConformanceReport): string | undefined {
  if (verdict === 'nonConformant') return undefined;
  const parts = Object.entries(excused).flatMap(([kind, count]) => {
    const [one, what] = words[kind] ?? [];
    return one === undefined || count === 0 ? [] : [`${plural(count, one)} ${what}`];
  });
  return parts.length === 0 ? undefined : parts.join(', ');
}
