/** Which requirements a configuration lets a run decide: by what the examination of its target found to be missing. */
import type { Point } from '../core/points.ts';
import type { Requirement } from '../core/requirement.ts';

/** What requirements need of a target and of its configuration. */
export type Resource = 'creations' | 'logs' | 'pages' | 'statuses' | 'second webhook' | 'codes';

/** What would supply a resource, and who can create it. */
export const supplies: { readonly [resource in Resource]: { readonly data: string; readonly who: string } } = {
  creations: { data: 'a profile and a calendar that a creation accepts', who: 'the administrator of the calendars' },
  logs: { data: 'a webhook that the token may read', who: 'the owner of the token' },
  pages: {
    data: 'one webhook with three pages of logs, two entries of the same second among them',
    who: 'the operator of the service, by letting it deliver events',
  },
  statuses: {
    data: 'succeeded and failed entries in that log',
    who: 'the operator of the receiver, by answering some deliveries with an error',
  },
  'second webhook': { data: 'another webhook of the same token, with other entries', who: 'the owner of the token' },
  codes: { data: 'a source of verification codes', who: 'the operator of the mail of the test system' },
};

/** Situations that need a log of several pages, or entries of both statuses. */
const needsOfPoints: { readonly [point in Point]?: readonly Resource[] } = {
  'a page border': ['pages'],
  'a walk of three pages': ['pages'],
  'a tie at a page border': ['pages'],
  'both statuses': ['statuses'],
  'a status across a page border': ['pages', 'statuses'],
  'a direction across a page border': ['pages'],
  'a sort across a page border': ['pages'],
  'a status under desc across a page border': ['pages', 'statuses'],
  'a range across a page border': ['pages'],
  'prev from a later page': ['pages'],
  'prev from the last page': ['pages'],
  'prev from a page of one item': ['pages'],
  'prev under a filter': ['pages', 'statuses'],
  'prev under a sort': ['pages'],
  'next after prev': ['pages'],
  'a verified user': ['codes'],
  'users with different codes': ['codes'],
};

/** Requirements that need more than their operation and their points say. */
const needsOfIds: Readonly<Record<string, readonly Resource[]>> = {
  'logs/cursor-bound': ['second webhook', 'pages'],
  'logs/next-advances': ['pages'],
  'logs/walks-agree': ['pages'],
  'auth/logs/every-page': ['pages'],
  'register/then-verify': ['codes'],
  'auth/register/refusal-without-effect': ['codes'],
};

const needsOfOperations = { create: ['creations'], register: [], verify: ['codes'], logs: ['logs'] } as const;

/** How many of the requirements that have a check can be decided without these resources. */
export function countDecidable(
  catalogue: readonly Requirement[],
  missing: ReadonlySet<Resource>,
): { readonly decidable: number; readonly all: number } {
  const checked = catalogue.filter(({ excluded, observes }) => excluded === undefined && observes !== true);
  const decidable = checked.filter((requirement) => needsOf(requirement).every((need) => !missing.has(need)));
  return { decidable: decidable.length, all: checked.length };
}

function needsOf({ id, operation, points = [] }: Requirement): readonly Resource[] {
  return [
    ...(operation === null ? [] : needsOfOperations[operation]),
    ...points.flatMap((point) => needsOfPoints[point] ?? []),
    ...(needsOfIds[id] ?? []),
  ];
}
