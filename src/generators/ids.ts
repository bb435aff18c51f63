/** Ids that nobody issued. */
import { type Operation, operationTable } from '../interface/operations.ts';
import { type Canonical, type Variant, withText } from './request.ts';

export const idsOf = (what: string, count: number): string[] =>
  Array.from({ length: count }, (_, n) => `cawl-${what}-${n}`);

/** Ids in each list of a creation: a few thousand pairs, which is more than some statements can hold. */
const longList = 60;

/** Ids behind the configured ones, so that a target finds some of them and not the others. */
export function furtherIds(operation: Operation, canonical: Canonical): Variant[] {
  if (operationTable[operation].consumes !== 'event') return [];
  const { profileIds = [], calendarIds = [] } = canonical.body as { readonly [name: string]: readonly string[] };
  const withIds = (kind: string, profiles: readonly string[], calendars: readonly string[]): Variant => ({
    operation,
    kind,
    field: '*',
    body: {
      ...canonical.body,
      profileIds: [...profileIds, ...profiles],
      calendarIds: [...calendarIds, ...calendars],
    },
  });
  return [
    withIds('long-array', idsOf('profile', longList), idsOf('calendar', longList)),
    withIds('empty-id', [''], ['']),
  ];
}

const idFields: { readonly [operation in Operation]?: readonly string[] } = {
  create: ['profileIds', 'calendarIds'],
  logs: ['webhookId'],
};

/** Digits beyond 64 bits: a target may look ids up in a column of integers. */
export function longNumbersAsIds(operation: Operation, canonical: Canonical): Variant[] {
  const digits = '9'.repeat(20);
  return (idFields[operation] ?? []).map((field) => withText(operation, canonical, field, 'beyond-64-bits', digits));
}
