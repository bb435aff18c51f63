/** Searches in which one parameter changes what another one means, and logs that are searched differently from others. */
import { type Call, Refusal } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import { misreadQuery, onRenderedPage } from '../log-tampering.ts';
import { queryOf, wrapStep } from '../tampering.ts';

/** Entries from which on a log of the server is the long one. */
const longLog = 100;
const hourMs = 3_600_000;

export const combinations = defineFaults({
  'logs-status-ignored-sorted-up-to': {
    owner: 'logs/combined-filters',
    defect: 'ignores the status if sorted by createdAt up to a moment, without from',
    apply(server) {
      wrapStep(server, 'select', (inner) => (search) => {
        const { query, call } = search;
        const isHit = queryOf(call).get('sortBy') === 'createdAt' && query.to !== undefined && query.from === undefined;
        return inner(isHit ? { ...search, query: { ...query, status: undefined } } : search);
      });
    },
  },
  'logs-total-of-all-on-prev-ascending': {
    owner: 'logs/combined-filters',
    defect: 'counts all entries on a page that prev leads to in ascending order, whatever their status',
    apply(server) {
      onRenderedPage(server, (page, _span, _view, { cursor, query, log }) => {
        const isHit = cursor?.direction === 'prev' && query.direction === 'asc' && query.status !== undefined;
        if (isHit) page.cursor.totalItems = log.length;
      });
    },
  },
  'logs-total-on-prev-sorted-by-status': {
    owner: 'logs/total-constant',
    defect: 'counts one entry too few on a page that prev leads to if sorted by status, without a filter',
    apply(server) {
      wrapStep(server, 'total', (inner) => (view, search) => {
        const { cursor, log, query } = search;
        const isHit = cursor?.direction === 'prev' && query.sortBy === 'status' && view.length === log.length;
        return (inner(view, search) as number) - (isHit ? 1 : 0);
      });
    },
  },
  'logs-status-ends-early-ascending': {
    owner: 'logs/combined-filters',
    defect: 'ends a search by status after its third page in ascending order',
    apply(server) {
      onRenderedPage(server, (page, { start }, _view, { query }) => {
        const isHit = query.status !== undefined && query.direction === 'asc' && start >= 2 * server.pageSize;
        if (isHit) page.cursor.next = undefined;
      });
    },
  },
  'logs-lone-from-in-another-zone': {
    owner: 'logs/range-subset',
    defect: 'reads from without to in the time zone of the server, five hours ahead of UTC',
    apply(server) {
      misreadQuery(server, ({ from, to }) =>
        from !== undefined && to === undefined ? { from: from - 5 * hourMs } : {},
      );
    },
  },
  'logs-total-of-all-since-descending': {
    owner: 'logs/combined-parameters',
    defect: 'counts the whole log if from is given without to, in descending order',
    apply(server) {
      wrapStep(server, 'total', (inner) => (view, search) => {
        const { from, to } = search.query;
        const isHit = from !== undefined && to === undefined && queryOf(search.call).get('sortDirection') === 'desc';
        return isHit ? search.log.length : inner(view, search);
      });
    },
  },
  'logs-total-up-to-any-time-on-prev': {
    owner: 'logs/combined-parameters',
    defect: 'ignores to in the total of a page that prev leads to if both bounds are given',
    apply(server) {
      wrapStep(server, 'total', (inner) => (view, search) => {
        const { query, cursor } = search;
        const isHit = cursor?.direction === 'prev' && query.from !== undefined && query.to !== undefined;
        return isHit
          ? server.steps.select({ ...search, query: { ...query, to: undefined } }).length
          : inner(view, search);
      });
    },
  },
  'logs-direction-ignored-within-range': {
    owner: 'logs/combined-parameters',
    defect: 'sorts in descending order if both bounds are given',
    apply(server) {
      misreadQuery(server, ({ from, to }) => (from !== undefined && to !== undefined ? { direction: 'desc' } : {}));
    },
  },
  'logs-direction-ignored-with-all-filters': {
    owner: 'logs/combined-parameters',
    defect: 'sorts in descending order if both bounds and a status are given',
    apply(server) {
      misreadQuery(server, ({ from, to, status }) =>
        from !== undefined && to !== undefined && status !== undefined ? { direction: 'desc' } : {},
      );
    },
  },
  'logs-direction-ignored-failed-up-to': {
    owner: 'logs/combined-parameters',
    defect: 'sorts failed entries up to a moment by createdAt in descending order',
    apply(server) {
      misreadQuery(server, ({ sortBy, status, to }) =>
        sortBy === 'createdAt' && status === 'failed' && to !== undefined ? { direction: 'desc' } : {},
      );
    },
  },
  'logs-direction-ignored-succeeded-since': {
    owner: 'logs/combined-parameters',
    defect: 'sorts succeeded entries since a moment by createdAt in descending order, without to',
    apply(server) {
      misreadQuery(server, ({ sortBy, status, from, to }) =>
        sortBy === 'createdAt' && status === 'succeeded' && from !== undefined && to === undefined
          ? { direction: 'desc' }
          : {},
      );
    },
  },
  'logs-short-log-direction-ignored-by-status': {
    owner: 'logs/sort-filtered',
    defect: 'sorts entries of one status in descending order in logs of a few pages',
    apply(server) {
      wrapStep(server, 'arrange', (inner) => (view, search) => {
        const { log, query } = search;
        const isHit = log.length < longLog && query.status !== undefined;
        return inner(view, isHit ? { ...search, query: { ...query, direction: 'desc' } } : search);
      });
    },
  },
  'logs-short-log-range-ignored': {
    owner: 'logs/range-far',
    defect: 'ignores from and to in a log of a few pages, which it keeps in memory',
    apply(server) {
      wrapStep(server, 'select', (inner) => (search) => {
        const { query, log } = search;
        return inner(
          log.length < longLog ? { ...search, query: { ...query, from: undefined, to: undefined } } : search,
        );
      });
    },
  },
  'logs-short-log-total-ascending': {
    owner: 'logs/combined-parameters',
    defect: 'counts one entry too few in a log of a few pages in ascending order',
    apply(server) {
      wrapStep(server, 'total', (inner) => (view, search) => {
        const { log, query } = search;
        const isHit = log.length < longLog && log.length > 1 && query.direction === 'asc';
        return (inner(view, search) as number) - (isHit ? 1 : 0);
      });
    },
  },
  'logs-status-ignored-before-sort': {
    owner: 'logs/combined-parameters',
    defect: 'ignores the status if it comes before sortBy, because it reads parameters by their place',
    apply(server) {
      wrapStep(server, 'select', (inner) => (search) => {
        const names = [...queryOf(search.call).keys()];
        const isHit = names.includes('status') && names.indexOf('status') < names.indexOf('sortBy');
        return inner(isHit ? { ...search, query: { ...search.query, status: undefined } } : search);
      });
    },
  },
  'logs-short-log-not-sorted-by-status': {
    owner: 'logs/combined-parameters',
    defect: 'ignores sortBy on logs of a few pages, and sorts them by time',
    apply(server) {
      wrapStep(server, 'arrange', (inner) => (view, search) => {
        const { log, query } = search;
        return inner(view, log.length < longLog ? { ...search, query: { ...query, sortBy: 'createdAt' } } : search);
      });
    },
  },
  'logs-short-log-to-ignored-sorted': {
    owner: 'logs/combined-parameters',
    defect: 'ignores to on logs of a few pages if sorted by createdAt in descending order',
    apply(server) {
      wrapStep(server, 'select', (inner) => (search) => {
        const { log, call, query } = search;
        const isHit = log.length < longLog && queryOf(call).get('sortBy') === 'createdAt' && query.direction === 'desc';
        return inner(isHit ? { ...search, query: { ...query, to: undefined } } : search);
      });
    },
  },
  'logs-cursor-before-filters-ignored': {
    owner: 'logs/combined-parameters',
    defect: 'ignores a cursor that comes before other parameters, because it looks for one at the end of the query',
    apply(server) {
      wrapStep(server, 'readQuery', (inner) => (call) => {
        const { given, ...cursor } = inner(call);
        const isLast = /(^|&)(next|prev)=[^&]*$/.test(call.search);
        return isLast ? { given, ...cursor } : { given };
      });
    },
  },
  'logs-cursor-of-three-filters-refused': {
    owner: 'logs/combined-filters',
    defect: 'cuts the cursor of a search by status and both bounds, whose column is too short, and refuses it then',
    apply(server) {
      wrapStep(server, 'readCursor', (inner) => (given, log, tenant) => {
        const cursor = inner(given, log, tenant);
        const { status, from, to } = cursor?.query ?? {};
        if (status !== undefined && from !== undefined && to !== undefined)
          throw new Refusal(400, 'The cursor is not valid.');
        return cursor;
      });
    },
  },
  'logs-encoded-walk-ends-early': {
    owner: 'logs/combined-parameters',
    defect:
      'ends an ascending search after its second page if the client accepts gzip, from a cache of encoded responses',
    apply(server) {
      onRenderedPage(server, (page, { start }, _view, { call, query }) => {
        const isHit = acceptsGzip(call) && query.direction === 'asc' && start >= server.pageSize;
        if (isHit) page.cursor.next = undefined;
      });
    },
  },
  'logs-total-of-all-encoded': {
    owner: 'logs/combined-parameters',
    defect: 'counts the whole log in descending order if the client accepts gzip, from a cache of encoded responses',
    apply(server) {
      wrapStep(server, 'total', (inner) => (view, search) => {
        const { log, call, query } = search;
        return acceptsGzip(call) && query.direction === 'desc' && query.status !== undefined
          ? log.length
          : inner(view, search);
      });
    },
  },
});

const acceptsGzip = ({ request }: Call): boolean => String(request.headers['accept-encoding'] ?? '').includes('gzip');
