/** §4.4: searches the log of a webhook. Filters, sorts, then cuts a page at a keyset cursor. */
import type { LogStatus } from '../core/operation.ts';
import { Refusal } from './answer.ts';
import { encodeCursor, readCursor, resolveQuery } from './cursor.ts';
import { itemText, type LogEntry } from './log.ts';
import { decodeQuery, readQuery } from './query.ts';
import type { Server } from './state.ts';
import type { Cursor, Page, Search, Span, Steps } from './steps.ts';
import { concatenate, reverse, type View, viewOfLog } from './view.ts';

type SearchSteps = Pick<
  Steps,
  | 'logs'
  | 'findLog'
  | 'readQuery'
  | 'readCursor'
  | 'resolveQuery'
  | 'select'
  | 'arrange'
  | 'place'
  | 'total'
  | 'renderPage'
  | 'renderItem'
  | 'writeCursor'
>;

export function searchSteps(server: Server): SearchSteps {
  /** Failed before succeeded, each oldest first. Concatenates two views instead of sorting. */
  const byStatus = (search: Search): View => {
    const only = (status: LogStatus) => server.steps.select({ ...search, query: { ...search.query, status } });
    return concatenate(only('failed'), only('succeeded'), (index) => search.log.entry(index).status === 'failed');
  };
  return {
    logs(call, tenant) {
      const { steps } = server;
      const log = steps.findLog(call.webhookId, tenant);
      const sent = steps.readQuery(call);
      const cursor = steps.readCursor(sent, log, tenant);
      const search: Search = { call, tenant, log, cursor, query: steps.resolveQuery(sent, cursor) };
      const view = steps.arrange(steps.select(search), search);
      return { status: 200, body: steps.renderPage(view, steps.place(view, search), search) };
    },
    findLog(webhookId, tenant) {
      const log = server.logs.get(webhookId);
      // The same answer for another tenant's webhook, so as not to reveal that it exists.
      if (log?.tenant !== tenant.name) throw new Refusal(404, 'The webhook does not exist.');
      return log;
    },
    readQuery: (call) => readQuery(decodeQuery(call.search)),
    readCursor: (sent, log, tenant) => readCursor(sent, log.webhookId, tenant, server.cursorKey),
    resolveQuery,
    select({ log, query }) {
      const low = query.from === undefined ? 0 : log.firstNotBefore(query.from);
      const high = query.to === undefined ? log.length : log.firstNotBefore(query.to);
      return viewOfLog(log, query.status, low, Math.max(low, high));
    },
    arrange(view, search) {
      const { query } = search;
      const ascending = query.sortBy === 'status' && query.status === undefined ? byStatus(search) : view;
      return query.direction === 'desc' ? reverse(ascending) : ascending;
    },
    place(view, { cursor }) {
      if (!cursor) return { start: 0, end: Math.min(server.pageSize, view.length) };
      const border = view.rankOf(cursor.index);
      return cursor.direction === 'next'
        ? { start: border + 1, end: Math.min(border + 1 + server.pageSize, view.length) }
        : { start: Math.max(0, border - server.pageSize), end: border };
    },
    total: (view) => view.length,
    renderPage: (view, span, search) => renderPage(server, view, span, search),
    renderItem: itemText,
    writeCursor: (cursor) => encodeCursor(cursor, server.cursorKey),
  };
}

function renderPage({ steps }: Server, view: View, span: Span, search: Search): Page {
  const entries = Array.from({ length: span.end - span.start }, (_, k) => view.at(span.start + k));
  const { log, tenant, query } = search;
  const cursorAt = (direction: Cursor['direction'], entry: LogEntry | undefined) =>
    entry && steps.writeCursor({ direction, webhookId: log.webhookId, tenant: tenant.name, query, index: entry.index });
  const next = span.end < view.length ? cursorAt('next', entries.at(-1)) : undefined;
  const prev = span.start > 0 ? cursorAt('prev', entries[0]) : undefined;
  return {
    data: entries.map((entry) => steps.renderItem(entry, search)),
    cursor: { ...(next && { next }), ...(prev && { prev }), totalItems: steps.total(view, search) },
  };
}
