/** Sentences of the specification that no request can decide: rows without a check, so that every sentence has a row. */
import type { Requirement } from '../../src/suite.ts';

const undecidable = { decidedBy: 'No check.', commonCauses: 'Nothing that a client of the interface can see.' };

export const requirements = [
  {
    id: 'create/event-is-added',
    area: 'create',
    level: 'stated',
    section: '1',
    operation: 'create',
    statement: 'A creation adds a common event to the calendars that it names.',
    ...undecidable,
    excluded: 'no operation of the interface shows the events of a calendar',
  },
  {
    id: 'create/cursor-next-is-usable',
    area: 'create',
    level: 'stated',
    section: '4.1',
    operation: 'create',
    statement: 'cursor.next of a creation leads to the next page of its results.',
    ...undecidable,
    excluded: 'no operation takes a cursor of a creation',
  },
  {
    id: 'logs/deliveries',
    area: 'logs',
    level: 'stated',
    section: '6',
    operation: 'logs',
    statement: 'Each delivery of a webhook is a log with status succeeded or failed.',
    ...undecidable,
    excluded: 'deliveries go to the owner of the webhook; what makes one is not shown',
  },
  {
    id: 'operations/version-in-path',
    area: 'operations',
    level: 'stated',
    section: '9',
    operation: null,
    statement: 'The version is part of the path: every operation path starts with /v2.',
    ...undecidable,
    excluded: 'implied by accepts-valid of each operation, which asks at /v2',
  },
] as const satisfies readonly Requirement[];
