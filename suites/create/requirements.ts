/** Rows of creating a common event (§4.1). */
import type { Requirement } from '../../src/suite.ts';

export const requirements = [
  {
    id: 'create/page-shape',
    area: 'create',
    level: 'stated',
    section: '2',
    operation: 'create',
    statement:
      'Every success is a page: data is an array of strings, cursor an object, totalItems a non-negative integer, next and prev strings where they are present.',
    decidedBy:
      'Watches every success of the run, and asks for limits around the number of results: one, one less, as many, one more. null counts as absent here; see create/null-cursor.',
    commonCauses: 'null for an empty list, objects for strings, a total as text, no cursor on the page that is full.',
  },
  {
    id: 'create/null-cursor',
    area: 'create',
    level: 'advisory',
    section: '2',
    operation: 'create',
    statement:
      'cursor.next and cursor.prev are typed as strings: where there is no such page they are absent, not null.',
    decidedBy: 'Watches every page of a creation.',
    commonCauses: 'A serializer that writes null for what is not set.',
  },
  {
    id: 'create/counts-agree',
    area: 'create',
    level: 'derived',
    section: '2',
    operation: 'create',
    statement: 'A page holds no more items than totalItems says there are.',
    because: 'data is part of what totalItems counts.',
    decidedBy: 'Watches every page of a creation, among them those of several limits and of single and several ids.',
    commonCauses: 'A total that counts something else: the rest, the limit, one list of the two, the page from 0.',
  },
  {
    id: 'create/limit',
    area: 'create',
    level: 'advisory',
    section: '8',
    operation: 'create',
    statement: 'For a limit of at least 1, data holds no more than limit items.',
    decidedBy:
      'Asks for small limits where more results exist, twice where one is exceeded. Counts for the gate where declares.limit is page-size.',
    commonCauses: 'A limit that is ignored, clamped from below, or off by one.',
  },
  {
    id: 'create/many',
    area: 'create',
    level: 'derived',
    section: '2',
    operation: 'create',
    statement: 'profileIds and calendarIds are lists: the canonical lists are accepted, and lists of one.',
    because: 'The fields are arrays of string without a bound on their length; some of one and of several must serve.',
    decidedBy:
      'Sends the canonical lists, then every pair of a single profile and a single calendar: fails if lists of several are refused, or if no pair is accepted, twice.',
    commonCauses: 'A field that is read as one string, a list of one that a framework turns into a scalar.',
  },
] as const satisfies readonly Requirement[];
