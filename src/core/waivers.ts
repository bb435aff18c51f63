/** Waivers: which one covers a requirement, and what is wrong with those that cover nothing. The gate counts their problems. */
import type { Waiver } from './config.ts';
import type { ReportedVerdict, WaiverProblem } from './report.ts';
import type { VerdictKind } from './verdict.ts';

/** The waiver in force for a requirement on this day (YYYY-MM-DD, UTC); one that names it wins over a glob. */
export function waiverInForce(waivers: readonly Waiver[], id: string, today: string): Waiver | undefined {
  const covering = waivers.filter((waiver) => covers(waiver, id) && isInForce(waiver, today));
  return covering.find(({ requirement }) => requirement === id) ?? covering[0];
}

/** Whether a waiver names the requirement. `*` stands for any characters, as in `logs/*`. */
export function covers({ requirement }: Pick<Waiver, 'requirement'>, id: string): boolean {
  if (!requirement.includes('*')) return requirement === id;
  const pattern = requirement.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${pattern.join('.*')}$`).test(id);
}

/**
 * The verdict that the report shows: a waiver excuses a failure, and a requirement that was not decided. One that names a
 * symptom excuses only failures with it: a requirement that fails differently is broken in another way.
 */
export function reportedVerdict(verdict: VerdictKind, waiver: Waiver | undefined, message = ''): ReportedVerdict {
  if (waiver === undefined || (verdict !== 'fail' && verdict !== 'inconclusive')) return verdict;
  const isOther =
    verdict === 'fail' && waiver.symptom !== undefined && symptomOf(message) !== symptomOf(waiver.symptom);
  return isOther ? verdict : 'waived';
}

/** The message of a failure without what differs from run to run: numbers, items, ids and times. */
export function symptomOf(message: string): string {
  return message
    .replace(/\{"[^}…]*[}…]?/g, '{}')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, 'time')
    .replace(/\d+/g, '#')
    .trim();
}

/**
 * What is wrong with each waiver: lists of known failures must not rot.
 * @param verdicts how each requirement ended, waivers aside; one that was not decided is absent
 */
export function findWaiverProblems(
  waivers: readonly Waiver[],
  ids: ReadonlySet<string>,
  verdicts: ReadonlyMap<string, { readonly verdict: VerdictKind }>,
  today: string,
): WaiverProblem[] {
  return waivers.flatMap((waiver) => {
    const { requirement, until } = waiver;
    const covered = [...ids].filter((id) => covers(waiver, id));
    if (covered.length === 0)
      return [{ requirement, problem: 'matches no requirement: remove it, or correct the id (cawl list)' }];
    if (!isInForce(waiver, today))
      return [{ requirement, problem: `expired on ${until}: fix the target, or agree on a new date` }];
    if (covered.every((id) => verdicts.get(id)?.verdict === 'pass'))
      return [
        {
          requirement,
          problem: `${covered.length === 1 ? 'the requirement passes' : 'all of them pass'}: remove the waiver`,
        },
      ];
    return [];
  });
}

/** Days before its end from which on a waiver is announced to expire. */
const warningDays = 14;

/** Days until a waiver ends, if these are few; undefined otherwise. */
export function daysLeft(until: string, today: string): number | undefined {
  const days = Math.round((Date.parse(until) - Date.parse(today.slice(0, 10))) / 86_400_000);
  return days >= 0 && days <= warningDays ? days : undefined;
}

function isInForce(waiver: Waiver, today: string): boolean {
  return waiver.until >= today;
}
