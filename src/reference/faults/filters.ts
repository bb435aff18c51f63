/** The status filter, alone and combined with a range. */
import type { LogStatus } from '../../core/operation.ts';
import type { Answer } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import { keepEntries, misreadQuery, replaceStatusFilter } from '../log-tampering.ts';
import type { Query } from '../query.ts';
import type { Server } from '../state.ts';
import { queryOf, wrapStep } from '../tampering.ts';

const otherStatus: Record<LogStatus, LogStatus> = { failed: 'succeeded', succeeded: 'failed' };

/** The unit of the bounds that are sent, ms. */
const secondMs = 1000;

export const filters = defineFaults({
  'logs-status-ignored': {
    owner: 'logs/status-partition',
    defect: 'ignores the status',
    apply: (server) => misreadQuery(server, () => ({ status: undefined })),
  },
  'logs-failed-ignored': {
    owner: 'logs/status-partition',
    defect: 'ignores status=failed',
    apply: (server) => misreadQuery(server, ({ status }) => (status === 'failed' ? { status: undefined } : {})),
  },
  'logs-status-always-failed': {
    owner: 'logs/status-partition',
    defect: 'treats every status as failed',
    apply: (server) => misreadQuery(server, ({ status }) => (status ? { status: 'failed' } : {})),
  },
  'logs-status-finds-nothing': {
    owner: 'logs/status-partition',
    defect: 'finds nothing for status=succeeded, because it stores another spelling',
    apply: (server) => keepEntries(server, (_entry, { query }) => query.status !== 'succeeded'),
  },
  'logs-status-newest-only': {
    owner: 'logs/status-partition',
    defect: 'filters only the 100 newest entries by status',
    apply(server) {
      keepEntries(server, ({ index }, { query, log }) => query.status === undefined || index >= log.length - 100);
    },
  },
  'logs-third-status': {
    owner: 'logs/status-partition',
    defect: 'omits pending entries under both statuses',
    apply: (server) => keepEntries(server, ({ index }, { query }) => query.status === undefined || index % 13 !== 5),
  },
  'logs-status-swapped': {
    owner: 'logs/status-truth',
    defect: 'swaps the two statuses in the filter',
    apply: (server) => misreadQuery(server, ({ status }) => (status ? { status: otherStatus[status] } : {})),
  },
  'logs-status-two-exchanged': {
    owner: 'logs/status-truth',
    defect: 'filters by a stale index in which every eleventh entry has the other status',
    apply(server) {
      replaceStatusFilter(
        server,
        (entry, status) => (entry.index % 11 === 4 ? otherStatus[entry.status] : entry.status) === status,
      );
    },
  },
  'logs-status-ignored-ascending': {
    owner: 'logs/combined-filters',
    defect: 'ignores the status in ascending order',
    apply: (server) => misreadQuery(server, ({ direction }) => (direction === 'asc' ? { status: undefined } : {})),
  },
  'logs-status-ignored-with-range': {
    owner: 'logs/combined-filters',
    defect: 'ignores the status if a range is given',
    apply(server) {
      misreadQuery(server, ({ from, to }) => (from !== undefined || to !== undefined ? { status: undefined } : {}));
    },
  },
  'logs-status-ignored-with-sort': {
    owner: 'logs/combined-filters',
    defect: 'ignores the status if sorted by status',
    apply: (server) => misreadQuery(server, ({ sortBy }) => (sortBy === 'status' ? { status: undefined } : {})),
  },
  'logs-range-ignored-with-status': {
    owner: 'logs/combined-filters',
    defect: 'ignores the range if a status is given',
    apply: (server) => misreadQuery(server, ({ status }) => (status ? { from: undefined, to: undefined } : {})),
  },
  'logs-from-later-with-status': {
    owner: 'logs/status-partition',
    defect: 'begins a range one second later if a status is given',
    apply(server) {
      misreadQuery(server, ({ from, status }) => (from !== undefined && status ? { from: from + secondMs } : {}));
    },
  },
  'logs-cache-key-cut': {
    owner: 'logs/status-partition',
    defect: 'answers searches from a cache whose keys are the first 120 characters of the URL',
    apply(server) {
      const cache = new Map<string, Answer>();
      wrapStep(server, 'logs', (inner) => async (call, tenant) => {
        const key = `${tenant.name} ${call.path}?${call.search}`.slice(0, tenant.name.length + 1 + 120);
        const answer = cache.get(key) ?? (await inner(call, tenant));
        cache.set(key, answer);
        return answer;
      });
    },
  },
  'logs-from-stays': {
    owner: 'logs/search-changes-nothing',
    defect: 'reuses the from of an earlier range in searches that give only to',
    apply(server) {
      let last: number | undefined;
      wrapStep(server, 'resolveQuery', (inner) => (sent, cursor) => {
        const query = inner(sent, cursor);
        if (cursor !== undefined || query.to === undefined) return query;
        last = query.from ?? last;
        return { ...query, from: last };
      });
    },
  },
  'logs-to-stays-beside-status': {
    owner: 'logs/search-changes-nothing',
    defect: 'reuses the to of the search before in one that gives from and a status',
    apply(server) {
      keepOfLast(server, 'to', ({ from, status }) => from !== undefined && status !== undefined);
    },
  },
  'logs-status-stays-under-sort': {
    owner: 'logs/search-changes-nothing',
    defect: 'reuses the status of the search before in one that is sorted by status',
    apply(server) {
      keepOfLast(server, 'status', ({ sortBy }) => sortBy === 'status');
    },
  },
  'logs-direction-stays': {
    owner: 'logs/search-changes-nothing',
    defect: 'reuses an earlier direction in searches that give only a sort field',
    apply(server) {
      let last: Query['direction'] | undefined;
      wrapStep(server, 'resolveQuery', (inner) => (sent, cursor) => {
        const query = inner(sent, cursor);
        const { sortBy, direction } = sent.given;
        last = direction ?? last;
        const isLeftOut = cursor === undefined && sortBy !== undefined && direction === undefined;
        return isLeftOut && last !== undefined ? { ...query, direction: last } : query;
      });
    },
  },
  'logs-status-stays-on-connection': {
    owner: 'logs/search-changes-nothing',
    defect: 'reuses the status of an earlier search on the connection in searches without one',
    apply(server) {
      const last = new WeakMap<object, string>();
      wrapStep(server, 'logs', (inner) => (call, tenant) => {
        const { socket } = call.request;
        const query = queryOf(call);
        const status = query.get('status') ?? last.get(socket);
        if (status !== undefined) last.set(socket, status);
        const isKept = status !== undefined && ['status', 'next', 'prev'].every((name) => !query.has(name));
        return inner(isKept ? { ...call, search: `${call.search}&status=${status}` } : call, tenant);
      });
    },
  },
  'logs-from-ignored-ascending': {
    owner: 'logs/combined-filters',
    defect: 'ignores from in ascending order if a status is given',
    apply(server) {
      misreadQuery(server, ({ direction, status }) => (direction === 'asc' && status ? { from: undefined } : {}));
    },
  },
});

/** Applies a parameter of the search right before to one that has none, if that satisfies `when`. */
function keepOfLast(server: Server, name: 'status' | 'to', when: (query: Query) => boolean): void {
  let last: Partial<Query> = {};
  wrapStep(server, 'resolveQuery', (inner) => (sent, cursor) => {
    const query = inner(sent, cursor);
    if (cursor !== undefined) return query;
    const isKept = query[name] === undefined && when(query);
    const kept = isKept ? { ...query, [name]: last[name] } : query;
    last = query;
    return kept;
  });
}
