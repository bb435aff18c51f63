/** §4.4, the search of a webhook's log: filter, range, order, then a page cut at a keyset cursor. */
import type { LogStatus } from '../core/operation.ts';
import { Refusal } from './answer.ts';
import { encodeCursor, readCursor, settleQuery } from './cursor.ts';
import { itemText } from './log.ts';
import { decodeQuery, readQuery } from './query.ts';
import type { Server } from './state.ts';
import type { Search, Steps } from './steps.ts';
import { concatenated, reversed, type View, viewOfLog } from './view.ts';

type SearchSteps = Pick<
  Steps,
  | 'logs'
  | 'findLog'
  | 'readQuery'
  | 'readCursor'
  | 'settleQuery'
  | 'select'
  | 'arrange'
  | 'place'
  | 'total'
  | 'renderPage'
  | 'renderItem'
  | 'writeCursor'
>;

export function searchSteps(server: Server): SearchSteps {
  /** Failed before succeeded, each oldest first: two views side by side instead of a sort. */
  const byStatus = (search: Search): View => {
    const only = (status: LogStatus) => server.steps.select({ ...search, query: { ...search.query, status } });
    return concatenated(only('failed'), only('succeeded'), (index) => search.log.entry(index).status === 'failed');
  };
  return {
    logs(call, tenant) {
      const { steps } = server;
      const log = steps.findLog(call.webhookId, tenant);
      const asked = steps.readQuery(call);
      const cursor = steps.readCursor(asked, log, tenant);
      const search: Search = { call, tenant, log, asked, cursor, query: steps.settleQuery(asked, cursor) };
      const view = steps.arrange(steps.select(search), search);
      return { status: 200, body: steps.renderPage(view, steps.place(view, search), search) };
    },
    findLog(webhookId, tenant) {
      const log = server.logs.get(webhookId);
      // Another tenant's webhook is not told from one that does not exist.
      if (log?.tenant !== tenant.name) throw new Refusal(404, 'There is no such webhook.');
      return log;
    },
    readQuery: (call) => readQuery(decodeQuery(call.search)),
    readCursor: (asked, log, tenant) => readCursor(asked, log.webhookId, tenant, server.cursorKey),
    settleQuery,
    select({ log, query }) {
      const low = query.from === undefined ? 0 : log.firstNotBefore(query.from);
      const high = query.to === undefined ? log.length : log.firstNotBefore(query.to);
      return viewOfLog(log, query.status, low, Math.max(low, high));
    },
    arrange(view, search) {
      const { query } = search;
      const ascending = query.sortBy === 'status' && query.status === undefined ? byStatus(search) : view;
      return query.direction === 'desc' ? reversed(ascending) : ascending;
    },
    place(view, { cursor }) {
      if (!cursor) return { start: 0, end: Math.min(server.pageSize, view.length) };
      const border = view.rankOf(cursor.index);
      return cursor.direction === 'next'
        ? { start: border + 1, end: Math.min(border + 1 + server.pageSize, view.length) }
        : { start: Math.max(0, border - server.pageSize), end: border };
    },
    total: (view) => view.length,
    renderPage(view, span, search) {
      const entries = [];
      for (let rank = span.start; rank < span.end; rank++) entries.push(view.at(rank));
      const { steps } = server;
      const base = { webhookId: search.log.webhookId, tenant: search.tenant.name, query: search.query };
      const first = entries[0];
      const last = entries.at(-1);
      return {
        data: entries.map((entry) => steps.renderItem(entry, search)),
        cursor: {
          ...(last &&
            span.end < view.length && { next: steps.writeCursor({ ...base, direction: 'next', index: last.index }) }),
          ...(first &&
            span.start > 0 && { prev: steps.writeCursor({ ...base, direction: 'prev', index: first.index }) }),
          totalItems: steps.total(view, search),
        },
      };
    },
    renderItem: itemText,
    writeCursor: (cursor) => encodeCursor(cursor, server.cursorKey),
  };
}
