/** Filters and directions that are lost under a sort field for which the server has a separate query. */
import { defineFaults } from '../fault.ts';
import { acceptSort, isSortedBy, misreadQuery } from '../log-tampering.ts';
import type { Query } from '../query.ts';
import type { Server } from '../state.ts';
import type { Search } from '../steps.ts';
import { queryOf, wrapStep } from '../tampering.ts';

/** Entries below which a log of the server is not the longest one. */
const longLog = 100;

const noStatus = { status: undefined };
const noRange = { from: undefined, to: undefined };

export const furtherSorts = defineFaults({
  'logs-status-ignored-under-fourth-sort': {
    owner: 'logs/combined-filters',
    defect: 'sorts by id and type, too, and ignores the status if sorted by type',
    apply: (server) => acceptFourthSort(server, () => noStatus),
  },
  'logs-status-ignored-under-fourth-sort-ascending': {
    owner: 'logs/combined-filters',
    defect: 'sorts by id and type, too, and ignores the status if sorted by type in ascending order',
    apply: (server) => acceptFourthSort(server, ({ query }) => (query.direction === 'asc' ? noStatus : {})),
  },
  'logs-status-ignored-under-fourth-sort-undirected': {
    owner: 'logs/combined-filters',
    defect: 'sorts by id and type, too, and ignores the status if sorted by type without a direction',
    apply: (server) =>
      acceptFourthSort(server, ({ call }) => (queryOf(call).get('sortDirection') === null ? noStatus : {})),
  },
  'logs-range-ignored-under-fourth-sort': {
    owner: 'logs/combined-parameters',
    defect: 'sorts by id and type, too, and ignores the range if sorted by type',
    apply: (server) => acceptFourthSort(server, () => noRange),
  },
  'logs-direction-lost-in-range-under-third-sort': {
    owner: 'logs/combined-parameters',
    defect: 'sorts by id and type, too, and descends in a range if sorted by id',
    apply(server) {
      acceptFourthSort(server, () => ({}));
      misreadQuery(server, (query) =>
        isSortedBy(query, 'id') && query.from !== undefined ? { direction: 'desc' } : {},
      );
    },
  },
  'logs-from-ignored-under-sort-like-time': {
    owner: 'logs/combined-parameters',
    defect: 'sorts by id, too, which orders as createdAt does, and ignores from there',
    apply(server) {
      acceptSort(server, 'id', ({ index }) => String(100_000 + index));
      misreadQuery(server, (query) => (isSortedBy(query, 'id') ? { from: undefined } : {}));
    },
  },
  'logs-status-ignored-under-fourth-sort-of-short-log': {
    owner: 'logs/combined-parameters',
    defect: 'sorts by id and type, too, and ignores the status on logs of a few pages if sorted by type',
    apply: (server) => acceptFourthSort(server, ({ log }) => (log.length < longLog ? noStatus : {})),
  },
  'logs-to-ignored-under-fourth-sort-of-short-log': {
    owner: 'logs/combined-parameters',
    defect: 'sorts by id and type, too, and ignores to on logs of a few pages if sorted by type',
    apply: (server) => acceptFourthSort(server, ({ log }) => (log.length < longLog ? { to: undefined } : {})),
  },
  'logs-direction-lost-on-next-under-fourth-sort': {
    owner: 'logs/combined-filters',
    defect: 'sorts by id and type, too, and descends from the second page on if sorted by type beside a status',
    apply(server) {
      acceptFourthSort(server, () => ({}));
      misreadQuery(server, (query, cursor) =>
        cursor !== undefined && isSortedBy(query, 'type') && query.status !== undefined ? { direction: 'desc' } : {},
      );
    },
  },
});

/** Accepts `id` and `type` as values of `sortBy`. Under `type`, the query is replaced by what `lose` returns. */
function acceptFourthSort(server: Server, lose: (search: Search) => Partial<Query>): void {
  acceptSort(server, 'id', ({ index }) => String(1000 + ((index * 53) % 199)));
  acceptSort(server, 'type', ({ index }) => String(index % 4));
  wrapStep(server, 'select', (inner) => (search) => {
    const { query } = search;
    return inner(isSortedBy(query, 'type') ? { ...search, query: { ...query, ...lose(search) } } : search);
  });
}
