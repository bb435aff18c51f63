/** The order of a log, and sorting that loses or repeats entries. */
import { defineFaults } from '../fault.ts';
import type { LogEntry } from '../log.ts';
import {
  acceptSort,
  isSortedBy,
  keepEntries,
  misreadQuery,
  movePageOn,
  onRenderedPage,
  rearrangeEntries,
} from '../log-tampering.ts';
import type { Query } from '../query.ts';
import type { Server } from '../state.ts';
import { acceptIf, queryOf, wrapStep } from '../tampering.ts';

export const sorting = defineFaults({
  'logs-direction-ignored': {
    owner: 'logs/sort-direction',
    defect: 'ignores sortDirection',
    apply: (server) => misreadQuery(server, () => ({ direction: 'desc' })),
  },
  'logs-direction-ignored-sorted': {
    owner: 'logs/sort-direction',
    defect: 'ignores sortDirection if a sort key is given',
    apply(server) {
      wrapStep(server, 'readQuery', (inner) => (call) => {
        const query = inner(call);
        return query.given.sortBy && query.given.direction
          ? { ...query, given: { ...query.given, direction: 'desc' } }
          : query;
      });
    },
  },
  'logs-direction-needs-sort-by': {
    owner: 'logs/sort-direction',
    defect: 'ignores sortDirection unless sortBy is given',
    apply(server) {
      wrapStep(server, 'readQuery', (inner) => (call) => {
        const { given, ...rest } = inner(call);
        const { direction: _, ...others } = given;
        return { ...rest, given: given.sortBy === undefined ? others : given };
      });
    },
  },
  'logs-direction-ignored-by-status': {
    owner: 'logs/sort-direction',
    defect: 'ignores sortDirection if sorted by status',
    apply: (server) => misreadQuery(server, ({ sortBy }) => (sortBy === 'status' ? { direction: 'asc' } : {})),
  },
  'logs-direction-ignored-by-time': {
    owner: 'logs/sort-direction',
    defect: 'sorts newest first by createdAt, whichever direction is given, if sortBy names it',
    apply(server) {
      wrapStep(server, 'readQuery', (inner) => (call) => {
        const query = inner(call);
        return query.given.sortBy === 'createdAt' ? { ...query, given: { ...query.given, direction: 'desc' } } : query;
      });
    },
  },
  'logs-direction-ignored-by-attempts': {
    owner: 'logs/sort-direction',
    defect: 'sorts by attempts, a member of its items, too, and ignores sortDirection then',
    apply(server) {
      acceptSort(server, 'attempts', ({ status }) => (status === 'failed' ? '3' : '1'));
      misreadQuery(server, ({ sortBy }) => ((sortBy as string) === 'attempts' ? { direction: 'desc' } : {}));
    },
  },
  'logs-direction-lost-with-status': {
    owner: 'logs/sort-filtered',
    defect: 'ignores sortDirection if status is given',
    apply: (server) => misreadQuery(server, ({ status }) => (status === undefined ? {} : { direction: 'desc' })),
  },
  'logs-direction-lost-with-failed': {
    owner: 'logs/sort-filtered',
    defect: 'ignores sortDirection if the failed logs are searched',
    apply: (server) => misreadQuery(server, ({ status }) => (status === 'failed' ? { direction: 'asc' } : {})),
  },
  'logs-direction-swapped': {
    owner: 'logs/sort-by-range',
    defect: 'sorts from new to old for asc and from old to new for desc',
    apply(server) {
      misreadQuery(server, ({ direction }) => ({ direction: direction === 'asc' ? 'desc' : 'asc' }));
    },
  },
  'logs-sort-per-page': {
    owner: 'logs/sort-by-range',
    defect: 'sorts each page by itself instead of the whole log',
    apply(server) {
      rearrangeEntries(server, storageOrder);
      onRenderedPage(server, ({ data }, _span, _view, { query }) => {
        const time = (item: unknown) => Date.parse((JSON.parse(String(item)) as { createdAt: string }).createdAt);
        data.sort((a, b) => signOf(query) * (time(a) - time(b)));
      });
    },
  },
  'logs-sort-first-page-only': {
    owner: 'logs/sort-by-range',
    defect: 'sorts only the first page',
    apply(server) {
      rearrangeEntries(server, (entries) => [
        ...entries.slice(0, server.pageSize),
        ...storageOrder(entries.slice(server.pageSize)),
      ]);
    },
  },
  'logs-descending-turned': {
    owner: 'logs/sort-reverses',
    defect: 'puts the seven oldest entries first in descending order',
    apply(server) {
      rearrangeEntries(server, (entries, { query }) =>
        query.direction === 'desc' && entries.length > 14 ? [...entries.slice(-7), ...entries.slice(0, -7)] : entries,
      );
    },
  },
  'logs-sort-by-day': {
    owner: 'logs/sort-truth',
    defect: 'sorts by day only and leaves entries of one day in storage order',
    apply(server) {
      const day = ({ at }: LogEntry) => Math.floor(at / 86_400_000);
      const place = ({ index }: LogEntry) => (index * 37) % 1009;
      rearrangeEntries(server, (entries, { query }) =>
        query.sortBy === 'createdAt'
          ? [...entries].sort((a, b) => signOf(query) * (day(a) - day(b)) || place(a) - place(b))
          : entries,
      );
    },
  },
  'logs-sort-time-of-day': {
    owner: 'logs/sort-truth',
    defect: 'sorts by time of day instead of time',
    apply(server) {
      const key = ({ at, index }: LogEntry) => (at % 86_400_000) * 1e6 + index;
      rearrangeEntries(server, (entries, { query }) =>
        query.sortBy === 'createdAt' ? [...entries].sort((a, b) => signOf(query) * (key(a) - key(b))) : entries,
      );
    },
  },
  'logs-sort-status-ignored': {
    owner: 'logs/sort-truth',
    defect: 'orders by time if sorted by status',
    apply: (server) => misreadQuery(server, ({ sortBy }) => (sortBy === 'status' ? { sortBy: 'createdAt' } : {})),
  },
  'logs-sort-pairs-exchanged': {
    owner: 'logs/sort-truth',
    defect: 'swaps two adjacent entries in every ten',
    apply(server) {
      rearrangeEntries(server, (entries, { query }) =>
        query.sortBy === 'status'
          ? entries
          : entries.map((entry, k) =>
              k % 10 === 4 && entries[k + 1] ? entries[k + 1]! : k % 10 === 5 ? entries[k - 1]! : entry,
            ),
      );
    },
  },
  'logs-sort-drops-one': {
    owner: 'logs/sort-permutes',
    defect: 'drops the first entry if sorted by status',
    apply: (server) => rearrangeByStatus(server, (entries) => entries.slice(1)),
  },
  'logs-sort-newest-hundred': {
    owner: 'logs/sort-permutes',
    defect: 'returns only the 100 newest entries if sorted by status',
    apply(server) {
      keepEntries(server, ({ index }, { query, log }) => query.sortBy !== 'status' || index >= log.length - 100);
    },
  },
  'logs-sort-repeats': {
    owner: 'logs/sort-permutes',
    defect: 'replaces every twentieth entry by the one before if sorted by status',
    apply(server) {
      rearrangeByStatus(server, (entries) => entries.map((entry, k) => (k % 20 === 10 ? entries[k - 1]! : entry)));
    },
  },
  'logs-ascending-drops-noted': {
    owner: 'logs/sort-permutes',
    defect: 'omits entries without a value in ascending order',
    apply: (server) => keepEntries(server, ({ index }, { query }) => query.direction === 'desc' || index % 17 !== 2),
  },
  'logs-status-ties-dropped': {
    owner: 'logs/sort-permutes',
    defect: 'drops ties if sorted by status, because its cursor holds only the status',
    apply(server) {
      movePageOn(server, 'next', ({ start }, view, { cursor, log, query }) => {
        if (query.sortBy !== 'status') return {};
        const { status } = log.entry(cursor!.index);
        let first = start;
        while (first < view.length && view.at(first).status === status) first += 1;
        return { start: first, end: first + server.pageSize };
      });
    },
  },
  'logs-sort-ties-shuffled': {
    owner: 'logs/sort-permutes',
    defect: 'orders the entries of one status anew for each page, if sorted by status',
    apply(server) {
      let pages = 0;
      rearrangeByStatus(server, (entries) => shuffleWithinStatus(entries, ++pages));
    },
  },
  'logs-sort-by-item-drops': {
    owner: 'logs/sort-permutes',
    defect: 'sorts by item, too, and drops there what is equal to the last entry of the page before',
    apply: (server) => acceptLossySort(server, 'item', ({ id }) => id.slice(-1)),
  },
  'logs-sort-by-attempts-drops': {
    owner: 'logs/sort-permutes',
    defect: 'sorts by attempts, a member of its items, too, and drops there what is equal to the last entry of a page',
    apply: (server) => acceptLossySort(server, 'attempts', ({ status }) => (status === 'failed' ? '3' : '1')),
  },
  'logs-sort-by-note-drops': {
    owner: 'logs/sort-permutes',
    defect:
      'sorts by note, which some of its items lack, too, and drops there what is equal to the last entry of a page',
    apply: (server) => acceptLossySort(server, 'note', ({ index }) => (index % 3 === 0 ? 'x' : '')),
  },
  'logs-sort-by-duration-drops': {
    owner: 'logs/sort-permutes',
    defect: 'sorts by duration, too, and drops there what is equal to the last entry of a page',
    apply: (server) => acceptLossySort(server, 'duration', ({ index }) => String(100 + (index % 4))),
  },
  'logs-sort-by-update-loses-prev': {
    owner: 'logs/prev-returns',
    defect: 'sorts by updatedAt, too, and goes back to page 1 from every page of it',
    apply(server) {
      acceptSort(server, 'updatedAt', ({ index }) => String(1000 + ((index * 37) % 101)));
      movePageOn(server, 'prev', (_span, _view, { query }) =>
        isSortedBy(query, 'updatedAt') ? { start: 0, end: server.pageSize } : {},
      );
    },
  },
  'logs-sort-by-update-per-page': {
    owner: 'logs/sort-direction',
    defect: 'sorts by updatedAt, too, and there each page by itself',
    apply(server) {
      const updatedAt = (item: unknown) => (Number(/\d{4,}/.exec(String(item))![0]) * 37) % 101;
      acceptSort(server, 'updatedAt', () => '');
      rearrangeEntries(server, (entries, { query }) =>
        isSortedBy(query, 'updatedAt') ? storageOrder(entries) : entries,
      );
      onRenderedPage(server, ({ data }, _span, _view, { query }) => {
        if (isSortedBy(query, 'updatedAt')) data.sort((a, b) => signOf(query) * (updatedAt(a) - updatedAt(b)));
      });
    },
  },
  'logs-sort-by-update-open': {
    owner: 'auth/logs/every-page',
    defect: 'sorts by updatedAt, too, and does not authenticate such searches',
    apply(server) {
      acceptSort(server, 'updatedAt', ({ index }) => String(1000 + ((index * 37) % 101)));
      acceptIf(server, 'logs', (_token, _header, call) => queryOf(call).get('sortBy') === 'updatedAt');
    },
  },
});

/** Accepts one more value of `sortBy`; a cursor skips all entries whose key is that of the last one of its page. */
function acceptLossySort(server: Server, name: string, keyOf: (entry: LogEntry) => string): void {
  acceptSort(server, name, keyOf);
  movePageOn(server, 'next', ({ start }, view, { cursor, log, query }) => {
    if (!isSortedBy(query, name)) return {};
    const border = keyOf(log.entry(cursor!.index));
    let first = start;
    while (first < view.length && keyOf(view.at(first)) === border) first += 1;
    return { start: first, end: first + server.pageSize };
  });
}

function rearrangeByStatus(server: Server, rearrange: (entries: LogEntry[]) => LogEntry[]): void {
  rearrangeEntries(server, (entries, { query }) => (query.sortBy === 'status' ? rearrange(entries) : entries));
}

function signOf({ direction }: Query): 1 | -1 {
  return direction === 'asc' ? 1 : -1;
}

/** An order that looks random, but is the same for every search. */
function storageOrder(entries: readonly LogEntry[]): LogEntry[] {
  const place = ({ index }: LogEntry) => (index * 37) % 101;
  return [...entries].sort((a, b) => place(a) - place(b) || a.index - b.index);
}

/** Keeps the order of the statuses; that of their entries differs from turn to turn. */
function shuffleWithinStatus(entries: readonly LogEntry[], turn: number): LogEntry[] {
  const rank = ({ status, index }: LogEntry) =>
    (status === entries[0]?.status ? 0 : 1) + ((index * (2 * turn + 1)) % 1009) / 1009;
  return [...entries].sort((a, b) => rank(a) - rank(b));
}
