/** Walks that do not end, miss or repeat entries, or disagree, and totals that are wrong. */
import { defineFaults } from '../fault.ts';
import type { LogEntry } from '../log.ts';
import { movePage, movePageOn, onRenderedPage, rearrangeEntries } from '../log-tampering.ts';
import type { Server } from '../state.ts';
import type { Search, Span } from '../steps.ts';
import { onPage, queryOf, wrapStep } from '../tampering.ts';
import type { View } from '../view.ts';

export const walks = defineFaults({
  // Walks that do not end
  'logs-walk-loops': {
    owner: 'logs/walk-terminates',
    defect: 'leads from the last page back to the second',
    apply(server) {
      onRenderedPage(server, ({ cursor }, _span, view, search, render) => {
        const second = { start: 0, end: Math.min(server.pageSize, view.length - 1) };
        if (view.length > 1) cursor.next ??= render(view, second, search).cursor.next;
      });
    },
  },
  'logs-page-two-loops': {
    owner: 'logs/walk-terminates',
    defect: 'leads from page 3 back to page 2',
    apply(server) {
      const { pageSize } = server;
      onRenderedPage(server, ({ cursor }, { start }, view, search, render) => {
        if (start === 2 * pageSize) cursor.next = render(view, { start: 0, end: pageSize }, search).cursor.next;
      });
    },
  },
  'logs-last-page-repeats': {
    owner: 'logs/walk-terminates',
    defect: 'leads from the last page to itself',
    apply(server) {
      onRenderedPage(server, ({ cursor }, _span, _view, { call }) => {
        cursor.next ??= queryOf(call).get('next') ?? undefined;
      });
    },
  },
  'logs-stuck-on-empty-page': {
    owner: 'logs/walk-terminates',
    defect: 'returns an empty page in the place of page 3, whose next leads to itself',
    apply(server) {
      const { pageSize } = server;
      onRenderedPage(server, ({ data, cursor }, { start }, view, search, render) => {
        if (start !== 2 * pageSize) return;
        data.splice(0);
        cursor.next = render(view, { start: pageSize, end: start }, search).cursor.next;
      });
    },
  },

  // Walks that miss entries or repeat them
  'logs-gap-at-borders': {
    owner: 'logs/walk-complete',
    defect: 'skips one entry at every page border',
    apply: (server) => movePageOn(server, 'next', ({ start }) => ({ start: start + 1 })),
  },
  'logs-gap-at-one-border': {
    owner: 'logs/walk-complete',
    defect: 'skips one entry before page 4',
    apply(server) {
      movePageOn(server, 'next', ({ start }, _view, _search, page) => (page === 4 ? { start: start + 1 } : {}));
    },
  },
  'logs-overlap': {
    owner: 'logs/walk-complete',
    defect: 'begins each page with the last entry of the page before',
    apply: (server) => movePageOn(server, 'next', ({ start }) => ({ start: start - 1 })),
  },
  'logs-ties-dropped': {
    owner: 'logs/walk-complete',
    defect: 'drops ties at a page border, because its cursor holds only the time',
    apply(server) {
      movePageOn(server, 'next', ({ start }, view, search) => {
        const { at } = borderOf(search);
        let first = start;
        while (first < view.length && view.at(first).at === at) first += 1;
        return { start: first, end: first + server.pageSize };
      });
    },
  },
  'logs-ties-repeated': {
    owner: 'logs/walk-complete',
    defect: 'repeats ties at a page border, because its cursor holds only the time',
    apply(server) {
      movePageOn(server, 'next', ({ start }, view, search) => {
        const { at } = borderOf(search);
        let first = start;
        while (first > 1 && view.at(first - 1).at === at && start - first < server.pageSize - 1) first -= 1;
        return { start: first, end: first + server.pageSize };
      });
    },
  },
  'logs-last-page-lost': {
    owner: 'logs/walk-complete',
    defect: 'never leads to the last page',
    apply: (server) => endWalk(server, ({ end }, view) => view.length - end <= server.pageSize),
  },
  'logs-full-last-page-lost': {
    owner: 'logs/walk-complete',
    defect: 'never leads to a last page that is full',
    apply: (server) => endWalk(server, ({ end }, view) => view.length - end === server.pageSize),
  },
  'logs-lone-last-item-lost': {
    owner: 'logs/walk-complete',
    defect: 'never leads to a second page with one entry',
    apply: (server) => endWalk(server, (_span, view) => view.length === server.pageSize + 1),
  },
  'logs-stops-at-hundred': {
    owner: 'logs/walk-complete',
    defect: 'ends every walk after 100 entries',
    apply: (server) => endWalk(server, ({ end }) => end >= 100),
  },
  'logs-filtered-walk-stops': {
    owner: 'logs/walk-complete',
    defect: 'ends a walk with a status after two pages',
    apply(server) {
      endWalk(server, ({ start }, _view, { query }) => query.status !== undefined && start >= server.pageSize);
    },
  },
  'logs-last-item-lost': {
    owner: 'logs/walk-complete',
    defect: 'never returns the last entry',
    apply: (server) => movePage(server, ({ end }, view) => (end === view.length && end > 1 ? { end: end - 1 } : {})),
  },
  'logs-ascending-last-lost': {
    owner: 'logs/walk-complete',
    defect: 'never returns the last entry in ascending order',
    apply(server) {
      movePage(server, ({ end }, view, { query }) =>
        query.direction === 'asc' && end === view.length ? { end: end - 1 } : {},
      );
    },
  },
  'logs-single-item-lost': {
    owner: 'logs/walk-complete',
    defect: 'returns an empty page for a log with one entry',
    apply: (server) => movePage(server, ({ start }, view) => (view.length === 1 ? { end: start } : {})),
  },
  'logs-filter-after-paging': {
    owner: 'logs/walk-complete',
    defect: 'filters later pages after cutting them, so that half of their entries are missing',
    apply(server) {
      onRenderedPage(server, (page, { start }, _view, { query }) => {
        if (query.status && start >= server.pageSize) page.data = page.data.filter((_item, k) => k % 2 === 0);
      });
    },
  },
  'logs-join-repeats': {
    owner: 'logs/no-duplicates',
    defect: 'returns and counts some entries twice, by a faulty SQL join',
    apply(server) {
      rearrangeEntries(server, (entries) =>
        entries.flatMap((entry) => (entry.index % 29 === 3 ? [entry, entry] : [entry])),
      );
    },
  },
  'logs-overlap-replaces': {
    owner: 'logs/no-duplicates',
    defect: 'replaces the first entry of each later page by the last entry of the page before',
    apply(server) {
      onRenderedPage(server, ({ data }, { start }, view, search) => {
        if (start > 0 && data.length > 0) data[0] = server.steps.renderItem(view.at(start - 1), search);
      });
    },
  },

  // Totals
  'logs-total-one-less': {
    owner: 'logs/walk-complete',
    defect: 'returns a totalItems that is one too small',
    apply: (server) => returnTotal(server, (view) => Math.max(0, view.length - 1)),
  },
  'logs-total-one-more': {
    owner: 'logs/walk-complete',
    defect: 'returns a totalItems that is one too large',
    apply: (server) => returnTotal(server, (view) => view.length + 1),
  },
  'logs-total-capped': {
    owner: 'logs/walk-complete',
    defect: 'caps totalItems at 100, as search engines do',
    apply: (server) => returnTotal(server, (view) => Math.min(100, view.length)),
  },
  'logs-total-of-page': {
    owner: 'logs/walk-complete',
    defect: 'returns the length of the page as totalItems',
    apply(server) {
      onPage(server, 'logs', ({ data, cursor }) => {
        cursor.totalItems = data.length;
      });
    },
  },
  'logs-total-unfiltered': {
    owner: 'logs/walk-complete',
    defect: 'counts the whole log in totalItems, whatever the filter',
    apply: (server) => returnTotal(server, (_view, { log }) => log.length),
  },
  'logs-total-without-range': {
    owner: 'logs/walk-complete',
    defect: 'ignores the range in totalItems',
    apply: (server) => returnTotal(server, (_view, { log, query }) => log.countBefore(log.length, query.status)),
  },
  'logs-total-up-to-end-of-date': {
    owner: 'logs/walk-complete',
    defect: 'accepts a date as to, and counts all of that day in totalItems, though its pages end before it',
    apply(server) {
      const dated = (search: string) => search.replace(/((?:^|[?&])to=\d{4}-\d\d-\d\d)(?=&|$)/, '$1T00%3A00%3A00Z');
      wrapStep(server, 'readQuery', (inner) => (call) => inner({ ...call, search: dated(call.search) }));
      returnTotal(server, (view, { call, log, query }) => {
        if (dated(call.search) === call.search) return view.length;
        const end = log.firstNotBefore(query.to! + 86_400_000);
        return log.countBefore(end, query.status) - log.countBefore(log.firstNotBefore(query.from ?? 0), query.status);
      });
    },
  },
  'logs-total-first-page-only': {
    owner: 'logs/total-constant',
    defect: 'returns 0 as totalItems on later pages to save the count',
    apply: (server) => returnTotal(server, (view, { cursor }) => (cursor ? 0 : view.length)),
  },
  'logs-total-unfiltered-later': {
    owner: 'logs/total-constant',
    defect: 'counts the whole log in totalItems on later pages',
    apply: (server) => returnTotal(server, (view, { cursor, log }) => (cursor ? log.length : view.length)),
  },
  'logs-total-last-page': {
    owner: 'logs/total-constant',
    defect: 'returns a totalItems that is one too large on the last page',
    apply(server) {
      onRenderedPage(server, ({ cursor }, { start, end }, view) => {
        if (end === view.length && start > 0) cursor.totalItems = view.length + 1;
      });
    },
  },
  'logs-total-remaining': {
    owner: 'logs/total-constant',
    defect: 'returns the number of remaining entries as totalItems',
    apply(server) {
      onRenderedPage(server, ({ cursor }, { start }, view) => {
        cursor.totalItems = view.length - start;
      });
    },
  },
  'logs-total-so-far': {
    owner: 'logs/total-constant',
    defect: 'returns the number of entries so far as totalItems',
    apply(server) {
      onRenderedPage(server, ({ cursor }, { end }) => {
        cursor.totalItems = end;
      });
    },
  },

  // Walks that differ
  'logs-unstable-ties': {
    owner: 'logs/walks-agree',
    defect: 'sorts entries of the same ten hours differently for each request, so that pages overlap',
    apply(server) {
      let turn = 0;
      rearrangeEntries(server, (entries, { query }) => {
        turn += 1;
        const salt = turn * 2_654_435_761;
        const hours = (entry: LogEntry) => Math.floor(entry.at / 36_000_000) * (query.direction === 'asc' ? 1 : -1);
        const dice = (entry: LogEntry) => ((entry.index + 1) * salt) % 1009;
        return query.sortBy === 'status'
          ? entries
          : [...entries].sort((a, b) => hours(a) - hours(b) || dice(a) - dice(b));
      });
    },
  },
  'logs-stale-replica': {
    owner: 'logs/walks-agree',
    defect: 'answers every second walk from a replica without the five newest entries',
    apply(server) {
      let walks = 0;
      let behind = false;
      rearrangeEntries(server, (entries, { cursor, log }) => {
        if (!cursor) behind = ++walks % 2 === 0;
        return behind ? entries.filter((entry) => entry.index < log.length - 5) : entries;
      });
    },
  },
  'logs-node-lacks-entry': {
    owner: 'logs/walks-agree',
    defect: 'has three nodes, one of which lacks an entry, behind a balancer that keeps each connection at one of them',
    apply(server) {
      const nodes = new WeakMap<object, number>();
      let connections = 0;
      rearrangeEntries(server, (entries, { call: { request } }) => {
        const node = nodes.get(request.socket) ?? connections++ % 3;
        nodes.set(request.socket, node);
        return node === 2 ? entries.filter((entry) => entry.index !== 20) : entries;
      });
    },
  },
  'logs-backward-bag': {
    owner: 'logs/walks-agree',
    defect: 'replaces the first entry of a page reached by prev by the entry after the page',
    apply(server) {
      onRenderedPage(server, ({ data }, { end }, view, search) => {
        if (search.cursor?.direction === 'prev' && end < view.length)
          data[0] = server.steps.renderItem(view.at(end), search);
      });
    },
  },
});

/** The entry at the border, after which the next page begins. */
function borderOf({ cursor, log }: Search): LogEntry {
  return log.entry(cursor!.index);
}

/** Omits next on pages that satisfy `when`. */
function endWalk(server: Server, when: (span: Span, view: View, search: Search) => boolean): void {
  onRenderedPage(server, ({ cursor }, span, view, search) => {
    if (when(span, view, search)) cursor.next = undefined;
  });
}

function returnTotal(server: Server, total: (view: View, search: Search) => number): void {
  wrapStep(server, 'total', () => total);
}
