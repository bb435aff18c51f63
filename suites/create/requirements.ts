/** Requirements of creating a common event (§4.1). */
import type { Requirement } from '../../src/suite.ts';

export const requirements = [
  {
    id: 'create/page-shape',
    area: 'create',
    level: 'stated',
    source: { spec: '2' },
    operation: 'create',
    statement:
      'A successful creation must return a page whose data, cursor.totalItems, cursor.next and cursor.prev have the stated types.',
    decidedBy:
      'Inspects every 2xx response of the run, and requests limits around the number of results. data is an array of strings, totalItems an integer of at least 0; next and prev are strings, or absent. null counts as absent here; see create/null-cursor.',
    commonCauses: [
      'null for an empty list',
      'objects in place of strings',
      'a total sent as text',
      'a missing cursor on a full page',
    ],
    watches: true,
  },
  {
    id: 'create/null-cursor',
    area: 'create',
    level: 'advisory',
    source: { spec: '2' },
    operation: 'create',
    statement:
      'cursor.next and cursor.prev of a creation must be strings wherever they are sent, and must not be null.',
    decidedBy:
      'Inspects every page that a creation returns during the run. The level is advisory: §2 types both as strings, but does not say how a page without a neighbor shows it.',
    commonCauses: ['a serializer that writes null for an unset field'],
    watches: true,
  },
  {
    id: 'create/counts-agree',
    area: 'create',
    level: 'derived',
    source: { spec: '2' },
    operation: 'create',
    statement: 'A page of a creation must not hold more items than its totalItems.',
    because: 'totalItems is the total number of items (§2), and data holds some of them.',
    decidedBy:
      'Compares both numbers on every page that a creation returns during the run, including several limits and lists of one id.',
    commonCauses: ['a total that counts something else: the remainder, the limit, or one of the two lists'],
    shownBy: 'page-total',
    watches: true,
  },
  {
    id: 'create/parallel',
    concurrent: true,
    area: 'create',
    level: 'derived',
    source: [{ spec: '2' }, { spec: '4.1' }],
    operation: 'create',
    statement: 'A creation in parallel with others must not return the page of another creation.',
    because: 'A page holds the results of its request (§2, §4.1), whatever other requests are in progress.',
    decidedBy:
      'Sends bodies that differ in their lists and their limit, each alone twice and then all at once. A page with more items or a greater total than its body has alone, and with the numbers of another body, fails if a second burst shows one too. So do two pages that share an item although their bodies share no profile or no calendar, and an item that names ids of another body only, where alone each item names its own. Where items tell bodies apart, a burst that shows nothing is followed by a second one. Not applicable where repeated creations are refused.',
    commonCauses: ['a body or a result kept in a variable that concurrent requests share'],
  },
  {
    id: 'create/limit',
    area: 'create',
    level: 'advisory',
    source: { spec: '8' },
    operation: 'create',
    statement: 'A page of a creation must not hold more than limit items, for a limit of at least 1.',
    decidedBy:
      'Requests small limits where more results exist, and repeats one that is exceeded. The level is declared if declares.limit is page-size.',
    commonCauses: ['an ignored limit', 'a limit raised to a minimum', 'an off-by-one error'],
  },
  {
    id: 'create/many',
    area: 'create',
    level: 'advisory',
    source: { spec: '2' },
    operation: 'create',
    statement: 'A creation must accept profileIds and calendarIds with one element and with several.',
    decidedBy:
      'Sends the configured lists, then each pair of one profile and one calendar. It fails if the lists are rejected twice although a pair is accepted, or if every pair is rejected twice although the lists are accepted. The level is advisory: which lists belong together is not specified.',
    commonCauses: ['a field read as one string', 'a framework that turns a list of one into a scalar'],
  },
] as const satisfies readonly Requirement[];
