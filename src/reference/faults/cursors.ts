/** next and prev that lead to the wrong page. */
import { defineFaults } from '../fault.ts';
import { movePageOn, onRenderedPage } from '../log-tampering.ts';
import type { Query } from '../query.ts';
import type { Server } from '../state.ts';
import type { Cursor, Search, Span } from '../steps.ts';
import { onPage, wrapStep } from '../tampering.ts';
import { entriesOf, type View } from '../view.ts';

export const cursors = defineFaults({
  // next
  'logs-next-ignored': {
    owner: 'logs/next-advances',
    defect: 'ignores next and returns page 1 again',
    apply: (server) => misreadCursor(server, (cursor) => (cursor.direction === 'next' ? undefined : cursor)),
  },
  'logs-next-goes-back': {
    owner: 'logs/next-advances',
    defect: 'returns the previous page for next',
    apply: (server) => misreadCursor(server, (cursor) => ({ ...cursor, direction: 'prev' })),
  },
  'logs-next-same-page': {
    owner: 'logs/next-advances',
    defect: 'returns page 3 again for the next of page 3',
    apply(server) {
      movePageOn(server, 'next', (span, _view, _search, page) => (page === 4 ? moved(span, -server.pageSize) : {}));
    },
  },
  'logs-next-skips-page': {
    owner: 'logs/next-advances',
    defect: 'skips a page on next',
    apply: (server) => movePageOn(server, 'next', (span) => moved(span, server.pageSize)),
  },

  // prev
  'logs-prev-missing': {
    owner: 'logs/prev-returns',
    defect: 'never returns prev',
    apply(server) {
      onPage(server, 'logs', ({ cursor }) => {
        cursor.prev = undefined;
      });
    },
  },
  'logs-prev-missing-last': {
    owner: 'logs/prev-returns',
    defect: 'omits prev on the last page',
    apply(server) {
      onPage(server, 'logs', ({ cursor }) => {
        if (!cursor.next) cursor.prev = undefined;
      });
    },
  },
  'logs-prev-empty-text': {
    owner: 'logs/prev-returns',
    defect: 'writes prev as an empty string wherever it has a next, and rejects that as a cursor',
    apply(server) {
      onRenderedPage(server, ({ cursor }) => {
        if (cursor.next && cursor.prev) cursor.prev = '';
      });
    },
  },
  'logs-next-empty-text': {
    owner: 'logs/walk-complete',
    defect: 'writes next as an empty string on the last page but one',
    apply(server) {
      onRenderedPage(server, ({ cursor }, { end }, view) => {
        if (cursor.next && end + server.pageSize >= view.length) cursor.next = '';
      });
    },
  },
  'logs-no-prev-after-prev': {
    owner: 'logs/prev-returns',
    defect: 'omits prev on a page reached by prev',
    apply(server) {
      onRenderedPage(server, (page, _span, _view, { cursor }) => {
        if (cursor?.direction === 'prev') page.cursor.prev = undefined;
      });
    },
  },
  'logs-prev-goes-forward': {
    owner: 'logs/prev-returns',
    defect: 'returns the next page for prev',
    apply: (server) => misreadCursor(server, (cursor) => ({ ...cursor, direction: 'next' })),
  },
  'logs-prev-wrong-ascending': {
    owner: 'logs/prev-returns',
    defect: 'returns the next page for prev in ascending order',
    apply(server) {
      misreadCursor(server, (cursor, query) => (query.direction === 'asc' ? { ...cursor, direction: 'next' } : cursor));
    },
  },
  'logs-prev-empty': {
    owner: 'logs/prev-returns',
    defect: 'returns an empty page for prev',
    apply: (server) => movePageOn(server, 'prev', ({ end }) => ({ start: end })),
  },
  'logs-prev-loses-first': {
    owner: 'logs/prev-returns',
    defect: 'never reaches the first entry by prev',
    apply: (server) => movePageOn(server, 'prev', ({ start }) => ({ start: Math.max(start, 1) })),
  },
  'logs-prev-first-page': {
    owner: 'logs/prev-returns',
    defect: 'always returns page 1 for prev',
    apply: (server) => movePageOn(server, 'prev', () => ({ start: 0, end: server.pageSize })),
  },
  'logs-prev-same-page': {
    owner: 'logs/prev-returns',
    defect: 'returns page 2 again for the prev of page 2',
    apply(server) {
      movePageOn(server, 'prev', ({ start, end }) => (start === 0 ? { start: end, end: end + server.pageSize } : {}));
    },
  },
  'logs-prev-includes-border': {
    owner: 'logs/prev-returns',
    defect: 'includes the first entry of the current page in the previous page',
    apply: (server) => movePageOn(server, 'prev', (span) => moved(span, 1)),
  },
  'logs-prev-one-early': {
    owner: 'logs/prev-returns',
    defect: 'begins the previous page one entry too early',
    apply: (server) => movePageOn(server, 'prev', (span) => (span.start > 0 ? moved(span, -1) : {})),
  },
  'logs-prev-one-early-before-empty-end': {
    owner: 'logs/prev-returns',
    defect: 'ends with an empty page without prev, and begins each previous page but the first one entry too early',
    apply(server) {
      movePageOn(server, 'prev', (span) => (span.start > 0 ? moved(span, -1) : {}));
      onRenderedPage(server, ({ data, cursor }, { end }, view, search) => {
        if (data.length === 0) cursor.prev = undefined;
        else if (end === view.length) cursor.next = cursorAt(server, 'next', view.at(end - 1).index, search);
      });
    },
  },
  'logs-prev-wrong-filtered': {
    owner: 'logs/prev-returns',
    defect: 'counts page borders in the unfiltered log if prev is used with a status',
    apply(server) {
      movePageOn(server, 'prev', (span, _view, { query }) => (query.status && span.start > 0 ? moved(span, -3) : {}));
    },
  },
  'logs-prev-wrong-from-three': {
    owner: 'logs/prev-returns',
    defect: 'skips a page on prev from page 3 on',
    apply(server) {
      const { pageSize } = server;
      movePageOn(server, 'prev', (span) => (span.start >= pageSize ? moved(span, -pageSize) : {}));
    },
  },
  'logs-prev-wrong-last': {
    owner: 'logs/prev-returns',
    level: 'advisory',
    defect: 'goes back from the last page only by the length of that page',
    apply(server) {
      movePageOn(server, 'prev', ({ start, end }, view) => {
        const rest = view.length % server.pageSize;
        return rest > 0 && end === view.length - rest ? { start: start + server.pageSize - rest } : {};
      });
    },
  },
  'logs-prev-reversed': {
    owner: 'logs/prev-returns',
    defect: 'returns the entries of a page reached by prev in reverse order',
    apply(server) {
      onRenderedPage(server, ({ data }, _span, _view, { cursor }) => {
        if (cursor?.direction === 'prev') data.reverse();
      });
    },
  },
  'logs-next-after-prev': {
    owner: 'logs/prev-returns',
    defect: 'skips a page on next after prev',
    apply(server) {
      onRenderedPage(server, (page, { end }, view, search, render) => {
        const following = { start: end, end: Math.min(end + server.pageSize, view.length) };
        if (search.cursor?.direction === 'prev') page.cursor.next = render(view, following, search).cursor.next;
      });
    },
  },

  'logs-prev-missing-single': {
    owner: 'logs/prev-returns',
    defect: 'omits prev on a last page with one entry',
    apply(server) {
      onRenderedPage(server, ({ data, cursor }, { end }, view) => {
        if (data.length === 1 && end === view.length) cursor.prev = undefined;
      });
    },
  },
  'logs-prev-single-skips-ties': {
    owner: 'logs/prev-returns',
    defect: 'skips, on prev from a last page with one entry, the entries of the same time before it',
    apply(server) {
      movePageOn(server, 'prev', (span, view) => (span.end === view.length - 1 ? withoutTies(span, view) : {}));
    },
  },
  'logs-prev-skips-ties-by-status': {
    owner: 'logs/prev-returns',
    defect: 'skips ties on prev if sorted by status, because its cursor holds only the status',
    apply(server) {
      movePageOn(server, 'prev', ({ start, end }, view, { query }) => {
        if (query.sortBy !== 'status' || query.status !== undefined) return {};
        const status = view.at(end)?.status;
        const first = view.at(0).status === status ? 0 : entriesOf(view).findIndex((entry) => entry.status === status);
        const last = first === 0 ? end : first;
        return { start: Math.max(0, last - (end - start)), end: last };
      });
    },
  },
  'logs-next-after-prev-by-status': {
    owner: 'logs/prev-returns',
    defect: 'skips a page on next after prev if sorted by status',
    apply(server) {
      onRenderedPage(server, (page, { end }, view, search, render) => {
        const following = { start: end, end: Math.min(end + server.pageSize, view.length) };
        if (search.cursor?.direction === 'prev' && search.query.sortBy === 'status')
          page.cursor.next = render(view, following, search).cursor.next;
      });
    },
  },
  'logs-prev-of-only-page-refused': {
    owner: 'logs/prev-returns',
    defect: 'returns on the only page of a result a prev that it refuses',
    apply: (server) =>
      offerPrev(server, ({ start, end }, view) => start === 0 && end > 0 && end === view.length, 'none'),
  },
  'logs-prev-of-first-page-refused': {
    owner: 'logs/prev-returns',
    defect: 'returns on page 1 a prev that it refuses',
    apply: (server) => offerPrev(server, ({ start, end }, view) => start === 0 && end < view.length, 'none'),
  },
  'logs-prev-of-empty-page-refused': {
    owner: 'logs/prev-returns',
    defect: 'returns in an empty result a prev that it refuses',
    apply: (server) => offerPrev(server, (_span, view) => view.length === 0, 'none'),
  },
  'logs-prev-never-ends': {
    owner: 'logs/prev-returns',
    defect: 'leads from page 1 back to page 1, for ever',
    apply: (server) => leadOnFromFirst(server, () => ({ start: 0, end: server.pageSize })),
  },
  'logs-prev-starts-over': {
    owner: 'logs/prev-returns',
    defect: 'leads from page 1 back to the last page',
    apply(server) {
      leadOnFromFirst(server, ({ length }) => ({ start: Math.max(0, length - server.pageSize), end: length }));
    },
  },
  'logs-prev-starts-over-without-cursor': {
    owner: 'logs/prev-returns',
    defect: 'leads from page 1 back to the last page, unless a cursor led to page 1',
    apply(server) {
      leadOnFromFirst(
        server,
        ({ length }) => ({ start: Math.max(0, length - server.pageSize), end: length }),
        ({ cursor }) => cursor === undefined,
      );
    },
  },
});

function moved({ start, end }: Span, by: number): Span {
  return { start: start + by, end: end + by };
}

/** A span that ends before the entries that share their time with the border. */
function withoutTies({ start, end }: Span, view: View): Span {
  const { at } = view.at(end);
  let last = end;
  while (last > 0 && view.at(last - 1).at === at) last -= 1;
  return { start: Math.max(0, last - (end - start)), end: last };
}

/** Offers a prev on pages that have none. */
function offerPrev(server: Server, when: (span: Span, view: View) => boolean, prev: string): void {
  onRenderedPage(server, ({ cursor }, span, view) => {
    if (when(span, view)) cursor.prev = prev;
  });
}

/** Offers on page 1, in some searches, a prev that leads to another span. */
function leadOnFromFirst(
  server: Server,
  target: (view: View) => Span,
  when: (search: Search) => boolean = () => true,
): void {
  movePageOn(server, 'prev', ({ end }, view) => (end === 0 ? target(view) : {}));
  onRenderedPage(server, ({ cursor }, { start }, view, search) => {
    if (start > 0 || view.length === 0 || !when(search)) return;
    cursor.prev = cursorAt(server, 'prev', view.at(0).index, search);
  });
}

/** A cursor that leads away from an entry, in the query of a search. */
function cursorAt(
  { steps }: Server,
  direction: Cursor['direction'],
  index: number,
  { log, tenant, query }: Search,
): string {
  return steps.writeCursor({ direction, webhookId: log.webhookId, tenant: tenant.name, query, index });
}

/** Places pages as if the request had carried another cursor. */
function misreadCursor(server: Server, change: (cursor: Cursor, query: Query) => Cursor | undefined): void {
  wrapStep(
    server,
    'place',
    (inner) => (view, search) =>
      inner(view, search.cursor ? { ...search, cursor: change(search.cursor, search.query) } : search),
  );
}
