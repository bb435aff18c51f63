/** Requirements of sortBy and sortDirection. */
import type { Requirement } from '../../../src/suite.ts';

export const sorting = [
  {
    id: 'logs/sort-permutes',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'Sorting must not change which items a search yields, for either direction and every accepted sortBy.',
    because: 'sortBy and sortDirection name an order and not a filter (§4.4).',
    points: ['a direction across a page border'],
    decidedBy:
      'Walks each sort and compares the items as bags. At standard a sort that begins as the search without it for three pages counts as that search. A sort by a field of few values shows ties that are lost at page borders. Where no two readings of a sort agree, three of them must each miss items while the unsorted walks before and after each are the same.',
    commonCauses: ['a non-unique sort key in keyset paging, which loses or repeats ties at page borders'],
  },
  {
    id: 'logs/sort-direction',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement:
      'sortDirection=asc and sortDirection=desc must put the whole log in different orders under a sortBy that orders it, and without one if a default order is declared.',
    because:
      'sortBy names the order and sortDirection its direction (§4.4), so a direction that never changes the order is ignored.',
    decidedBy:
      'Compares the orders of both walks for each accepted sort, where the times of the items are known to differ. A direction without a sort field is a gap: it decides nothing where no sortBy is declared, changes the order, or is accepted where a made-up one is rejected. A sort by status that groups the entries must begin with the other status in the other direction. A field in which the items differ, and which changes the order, must give two orders. A creation time that turns the order of the richest log turns that of each other log whose items differ in time. Pages that have the same items in both directions, each in reverse, violate the requirement.',
    commonCauses: [
      'a direction that is accepted but not applied',
      'LIMIT in a subquery, and ORDER BY outside of it',
      'a direction that one sort key ignores',
    ],
  },
  {
    id: 'logs/sort-by-range',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement:
      'Where the order follows time, asc must yield the earliest item first and desc the latest, across page borders.',
    because:
      'from and to bound the search range (§4.4), so items found only before a moment are older than items found only after it.',
    decidedBy:
      'Separates old items from new ones by range. Learns from asc and desc which sort fields follow time, and judges both directions under each.',
    commonCauses: ['a sort applied to each page separately', 'a sort lost on page two', 'reversed directions'],
  },
  {
    id: 'logs/sort-filtered',
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'A search with status must sort by a time field in the direction that sortDirection names.',
    because: 'status, sortBy and sortDirection are optional independently of each other (§4.4).',
    decidedBy:
      'Takes a sort field under which the whole log follows time, and judges both directions of each status by ranges. On each other log whose items show times more than a day apart, the direction that is not the default must order one status as it orders the log.',
    commonCauses: ['an index per status with a fixed order', 'a direction that is dropped when a filter is added'],
  },
  {
    id: 'logs/sort-reverses',
    area: 'logs',
    level: 'advisory',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'sortDirection=desc must yield the reverse order of asc, except among ties.',
    decidedBy:
      'Compares both walks, without items whose times cannot be told apart. A direction without sortBy that changes nothing fails if it turns the order under a field.',
    commonCauses: ['a second sort key that keeps its direction', 'a different sort per direction'],
  },
  {
    id: 'logs/sort-truth',
    area: 'logs',
    level: 'declared',
    source: { spec: '4.4' },
    operation: 'logs',
    statement:
      'A sort by a declared time field must order items by time, ascending for asc and descending for desc; a sort by the declared status field must keep each status together.',
    decidedBy:
      'Compares the order across page borders, on each webhook, with the times and statuses from a truth file or from the items, if declares.sortBy has a field that names them. Advises where it has none and a field is seen to follow time, and where a declared status field does not group the statuses that the filters tell.',
    commonCauses: ['a sort of texts in place of times', 'a sort applied to each page separately', 'an ignored sortBy'],
  },
] as const satisfies readonly Requirement[];
