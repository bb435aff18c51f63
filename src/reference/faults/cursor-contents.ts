/** Cursors that lose parameters of the query, and cursors that the server did not issue. */
import { unpack } from '../cursor.ts';
import { defineFaults } from '../fault.ts';
import { misreadQuery } from '../log-tampering.ts';
import type { Query } from '../query.ts';
import type { Server } from '../state.ts';
import type { Cursor } from '../steps.ts';
import { onRefusal, queryOf, serverError, unlessRefused, wrapStep } from '../tampering.ts';

export const cursorContents = defineFaults({
  // Query parameters lost on later pages
  'logs-status-lost-on-next': {
    owner: 'logs/filters-survive-paging',
    defect: 'loses the status on next',
    apply: (server) => loseOn(server, 'next', { status: undefined }),
  },
  'logs-status-lost-on-prev': {
    owner: 'logs/filters-survive-paging',
    defect: 'loses the status on prev',
    apply: (server) => loseOn(server, 'prev', { status: undefined }),
  },
  'logs-from-lost-on-next': {
    owner: 'logs/filters-survive-paging',
    defect: 'loses from on next',
    apply: (server) => loseOn(server, 'next', { from: undefined }),
  },
  'logs-range-lost-on-next': {
    owner: 'logs/filters-survive-paging',
    defect: 'loses from and to on next',
    apply: (server) => loseOn(server, 'next', { from: undefined, to: undefined }),
  },
  'logs-range-lost-on-prev': {
    owner: 'logs/filters-survive-paging',
    defect: 'loses from and to on prev',
    apply: (server) => loseOn(server, 'prev', { from: undefined, to: undefined }),
  },
  'logs-sort-lost': {
    owner: 'logs/filters-survive-paging',
    defect: 'loses the sort key on later pages',
    apply: (server) => misreadQuery(server, (_query, cursor) => (cursor ? { sortBy: 'createdAt' } : {})),
  },
  'logs-direction-lost': {
    owner: 'logs/filters-survive-paging',
    defect: 'loses the sort direction on later pages',
    apply: (server) => misreadQuery(server, (_query, cursor) => (cursor ? { direction: 'desc' } : {})),
  },

  // Cursors that the server did not issue
  'logs-bad-cursor-first-page': {
    owner: 'logs/bad-cursor',
    defect: 'returns page 1 for a cursor that it did not issue',
    apply(server) {
      wrapStep(server, 'readCursor', (inner) => (given, log, tenant) => unlessRefused(() => inner(given, log, tenant)));
    },
  },
  'logs-bad-cursor-empty-page': {
    owner: 'logs/bad-cursor',
    defect: 'returns an empty page for a cursor that it did not issue',
    apply(server) {
      onRefusal(server, 'logs', (answer, call) =>
        answer.status === 400 && hasCursor(queryOf(call))
          ? { status: 200, body: { data: [], cursor: { totalItems: 0 } } }
          : answer,
      );
    },
  },
  'logs-bad-cursor-500': {
    owner: 'logs/bad-cursor',
    defect: 'fails with 500 on a cursor that it did not issue',
    apply(server) {
      onRefusal(server, 'logs', (answer, call) =>
        answer.status === 400 && hasCursor(queryOf(call)) ? serverError() : answer,
      );
    },
  },
  'logs-bad-cursor-in-two-parts-500': {
    owner: 'logs/bad-cursor',
    defect: 'decodes the part of a cursor before the dot first, and fails with 500 if it is not JSON',
    apply(server) {
      onRefusal(server, 'logs', (answer, call) => {
        const query = queryOf(call);
        const parts = (query.get('next') ?? query.get('prev') ?? '').split('.');
        return parts.length === 2 && unpack(parts[0]!) === undefined ? serverError() : answer;
      });
    },
  },
  'logs-cursor-not-signed': {
    owner: 'logs/bad-cursor',
    defect: 'does not verify the signature of a cursor',
    apply(server) {
      wrapStep(server, 'readCursor', (inner) => (given, log, tenant) => {
        const cursor = unpack((given.next ?? given.prev ?? '').split('.')[0] ?? '');
        return cursor?.webhookId === log.webhookId && cursor.tenant === tenant.name
          ? cursor
          : inner(given, log, tenant);
      });
    },
  },
});

function hasCursor(query: URLSearchParams): boolean {
  return query.has('next') || query.has('prev');
}

function loseOn(server: Server, direction: Cursor['direction'], parameters: Partial<Query>): void {
  misreadQuery(server, (_query, cursor) => (cursor?.direction === direction ? parameters : {}));
}
