/** Sentences of the specification that no request can decide. They have no check, only the reason why. */
import type { Requirement } from '../../src/suite.ts';

const undecidable = { decidedBy: 'No check.', commonCauses: [] } as const;

export const requirements = [
  {
    id: 'create/event-is-added',
    area: 'create',
    level: 'stated',
    source: { spec: '1' },
    operation: 'create',
    statement: 'A creation must add a common event to the calendars that it names.',
    ...undecidable,
    excluded: 'no operation of the interface returns the events of a calendar',
  },
  {
    id: 'create/cursor-next-is-usable',
    area: 'create',
    level: 'stated',
    source: { spec: '4.1' },
    operation: 'create',
    statement: 'cursor.next of a creation must lead to the next page of its results.',
    ...undecidable,
    excluded: 'no operation accepts a cursor of a creation',
  },
  {
    id: 'operations/version-in-path',
    area: 'operations',
    level: 'stated',
    source: { spec: '9' },
    operation: null,
    statement: 'Every operation path must start with /v2.',
    ...undecidable,
    excluded: 'implied by accepts-valid of each operation, which sends its request to a path under /v2',
  },
] as const satisfies readonly Requirement[];
