/** Requirements of single pages and of walks from page to page. */
import type { Requirement } from '../../../src/suite.ts';

export const walks = [
  {
    id: 'logs/page-shape',
    area: 'logs',
    level: 'stated',
    source: { spec: '2' },
    operation: 'logs',
    statement:
      'A successful log search must return a page whose data, cursor.totalItems, cursor.next and cursor.prev have the stated types.',
    decidedBy:
      'Inspects every 2xx response of the run, and reads empty, exactly full, one-item and last pages, each status and each webhook. data is an array of strings, totalItems an integer of at least 0; next and prev are strings, or absent. null counts as absent here; see logs/null-cursor.',
    commonCauses: [
      'null for an empty list',
      'a number sent as text',
      'a different shape for the last page or an empty page',
    ],
    watches: true,
  },
  {
    id: 'logs/null-cursor',
    area: 'logs',
    level: 'advisory',
    source: { spec: '2' },
    operation: 'logs',
    statement:
      'cursor.next and cursor.prev of a log search must be strings wherever they are sent, and must not be null.',
    decidedBy:
      'Inspects every 2xx response of the run. The level is advisory: §2 types both as strings, but does not say how a page without a neighbor shows it.',
    commonCauses: ['a serializer that writes null for an unset field'],
    watches: true,
  },
  {
    id: 'logs/optional-parameters',
    area: 'logs',
    level: 'stated',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'A log search must accept any subset of its query parameters, each with an accepted value.',
    decidedBy:
      'Searches for first pages with subsets of parameters whose values are each accepted. A rejection fails if it recurs while its parts are accepted. So does a bound that is rejected in every form of a time that is tried while the other bound is read. A range that is accepted alone and with one status must be accepted with the other one, too. A combined search that is accepted with sortDirection, or with sortBy, must be accepted without.',
    commonCauses: ['a parameter that requires another one'],
  },
  {
    id: 'logs/allowed-values',
    area: 'logs',
    level: 'stated',
    source: { spec: '4.4' },
    operation: 'logs',
    statement:
      'A log search must accept status=succeeded, status=failed, sortDirection=asc and sortDirection=desc, alone and combined.',
    decidedBy:
      'Sends each value alone and each pair of a status and a direction; two rejections in a row fail. A combined search on any webhook that is accepted with the other value of a parameter must be accepted with this one, too.',
    commonCauses: ['a different spelling of the values', 'a direction rejected without a field to sort by'],
  },
  {
    id: 'logs/walk-terminates',
    shownBy: 'ends',
    area: 'logs',
    level: 'derived',
    source: { spec: '2' },
    operation: 'logs',
    statement: 'A walk along cursor.next must end after at most totalItems items.',
    because: 'cursor.next is the cursor for the next page, and there are totalItems items (§2).',
    points: ['a walk of three pages'],
    decidedBy:
      'Walks every configured webhook, unfiltered and filtered. A walk that does not end is repeated alone before it is reported. On a log that changes, a walk goes round in a circle if its last pages have only items that it already had.',
    commonCauses: ['a next cursor on every page', 'a cursor that points to its own page'],
  },
  {
    id: 'logs/walk-complete',
    shownBy: 'complete',
    area: 'logs',
    level: 'derived',
    source: { spec: '2' },
    operation: 'logs',
    statement: 'A walk must yield exactly totalItems items, for every webhook and filter.',
    because: 'totalItems is the total number of items, and cursor.next leads to the next page of them (§2).',
    points: ['a walk of three pages'],
    decidedBy:
      'Counts the items of every walk, of every search with one page, and of a search up to a date if dates are accepted beside times. A walk that differs is read twice more, alone, before it is reported. Three walks of the run that differ, or whose totals do, on a log that stays the same, are reported without that; one or two are read up to 16 times more, alone, and fail if one differs again. Where a cursor was rejected in a walk, up to 16 new ones are tried at once and alone, each over a new connection: two that are rejected, while two are accepted, fail. Where a truth file names items of a webhook, its log must not be empty (declared).',
    commonCauses: [
      'a lost last page',
      'an item repeated or lost at a page border',
      'a non-unique sort key in keyset paging',
      'a total that ignores the filter',
      'cursors kept in the memory of one of several server processes',
    ],
  },
  {
    id: 'logs/total-constant',
    shownBy: 'constant-total',
    area: 'logs',
    level: 'derived',
    source: { spec: '2' },
    operation: 'logs',
    statement: 'totalItems must be the same on every page of a walk.',
    because: 'totalItems is the total number of items (§2), not the number of those from the current page on.',
    points: ['a page border'],
    decidedBy: 'Compares the totals of all pages of each walk, and of pages reached by prev.',
    commonCauses: [
      'a count of the remaining items',
      'a count of the items on the page',
      'a count without the filter from page two on',
    ],
  },
  {
    id: 'logs/no-duplicates',
    shownBy: 'unique-items',
    area: 'logs',
    level: 'declared',
    source: { spec: '2' },
    operation: 'logs',
    statement: 'A walk must not yield the same item twice where items are declared unique.',
    decidedBy: 'Looks for a repeated item in a walk of each webhook, if declares.itemsUnique is true.',
    commonCauses: ['overlapping pages'],
  },
  {
    id: 'logs/walks-agree',
    shownBy: 'back',
    aboutChange: true,
    area: 'logs',
    level: 'derived',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'The same query must yield the same items on every walk: repeated, backward, alone and in parallel.',
    because: 'The items that match a query follow from the query (§4.4), and reading a log does not change them.',
    decidedBy:
      'Repeats walks, and walks back from the last page. Readings that differ are repeated alone. A growing log is recognised by new items, which no earlier reading had.',
    commonCauses: ['an unstable sort order', 'results truncated at random', 'paging state shared between clients'],
  },
  {
    id: 'logs/next-advances',
    shownBy: 'complete',
    area: 'logs',
    level: 'stated',
    source: { spec: '4.4' },
    operation: 'logs',
    statement: 'cursor.next must lead to the following page and must not return the same page again.',
    points: ['a page border'],
    decidedBy:
      'Compares consecutive pages by their place in the walk, and by content where all items of the walk differ.',
    commonCauses: ['an ignored next parameter', 'a cursor that points to its own page'],
  },
  {
    id: 'logs/prev-returns',
    shownBy: 'back',
    area: 'logs',
    level: 'stated',
    source: [{ spec: '2' }, { spec: '4.4' }],
    operation: 'logs',
    statement:
      'cursor.prev must be present wherever a page precedes, and must lead to the page that ends directly before the current one.',
    points: ['prev from a later page', 'next after prev'],
    decidedBy:
      'Goes back and forth from many pages, always including the last: unfiltered, filtered, ranged, under each sort that changes the order, and in results that are empty, have one page, or one item on the last. Compares each page with those that the same navigation has seen. A prev of the first page must be accepted, and following it must end. A cursor that leads elsewhere fails at level stated, a missing one at level derived, and a page of another length at level advisory.',
    commonCauses: [
      'an off-by-one error from page three on',
      'a prev cursor that goes forward, or is refused on the first page',
      'a missing prev on the last page or after a step back',
      'ties with the border that are skipped',
    ],
  },
] as const satisfies readonly Requirement[];
