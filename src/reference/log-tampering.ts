/** Building blocks of faults in the log search: entries, order, query, range, and where a page begins and ends. */
import type { LogEntry } from './log.ts';
import type { Query } from './query.ts';
import type { Server } from './state.ts';
import type { Cursor, Page, Search, Span, Steps } from './steps.ts';
import { wrapStep } from './tampering.ts';
import { entriesOf, type View, viewOfEntries } from './view.ts';

/** Drops the entries of a result that do not satisfy `keep`. */
export function keepEntries(server: Server, keep: (entry: LogEntry, search: Search) => boolean): void {
  rearrangeEntries(server, (entries, search) => entries.filter((entry) => keep(entry, search)));
}

/** Replaces the entries of a result by those that `rearrange` returns. */
export function rearrangeEntries(server: Server, rearrange: (entries: LogEntry[], search: Search) => LogEntry[]): void {
  wrapStep(
    server,
    'arrange',
    (inner) => (view, search) => viewOfEntries(rearrange(entriesOf(inner(view, search)), search)),
  );
}

/**
 * Answers a changed query. Cursors still carry the query that was sent, so that repeating it is not a conflict.
 * @returns the query that was sent, by the query that is answered
 */
export function misreadQuery(
  server: Server,
  change: (query: Query, cursor: Cursor | undefined) => Partial<Query>,
): WeakMap<Query, Query> {
  const sent = new WeakMap<Query, Query>();
  wrapStep(server, 'resolveQuery', (inner) => (given, cursor) => {
    const query = inner(given, cursor);
    const other = { ...query, ...change(query, cursor) };
    sent.set(other, query);
    return other;
  });
  wrapStep(
    server,
    'writeCursor',
    (inner) => (cursor) => inner({ ...cursor, query: sent.get(cursor.query) ?? cursor.query }),
  );
  return sent;
}

/** Replaces the range filter by `keep`. */
export function replaceRangeFilter(
  server: Server,
  keep: (at: number, from: number | undefined, to: number | undefined) => boolean,
): void {
  const sent = misreadQuery(server, () => ({ from: undefined, to: undefined }));
  keepEntries(server, ({ at }, { query }) => keep(at, sent.get(query)?.from, sent.get(query)?.to));
}

/** Replaces the status filter by `keep`, which is called only if a status was sent. */
export function replaceStatusFilter(
  server: Server,
  keep: (entry: LogEntry, status: LogEntry['status']) => boolean,
): void {
  const sent = misreadQuery(server, () => ({ status: undefined }));
  keepEntries(server, (entry, { query }) => {
    const status = sent.get(query)?.status;
    return status === undefined || keep(entry, status);
  });
}

/** Moves the borders of pages. `page` counts from 1 and is derived from the rank of the first item. */
export function movePage(
  server: Server,
  change: (span: Span, view: View, search: Search, page: number) => Partial<Span>,
): void {
  wrapStep(server, 'place', (inner) => (view, search) => {
    const span = inner(view, search);
    const page = Math.floor(span.start / server.pageSize) + 1;
    const { start, end } = { ...span, ...change(span, view, search, page) };
    const first = Math.min(Math.max(0, start), view.length);
    return { start: first, end: Math.min(Math.max(first, end), view.length) };
  });
}

/** Moves the borders of pages reached by a cursor of one direction. */
export function movePageOn(
  server: Server,
  direction: Cursor['direction'],
  change: (span: Span, view: View, search: Search, page: number) => Partial<Span>,
): void {
  movePage(server, (span, view, search, page) =>
    search.cursor?.direction === direction ? change(span, view, search, page) : {},
  );
}

/** Changes pages after they are rendered. `render` is the original step, to render another span of the result. */
export function onRenderedPage(
  server: Server,
  change: (page: Page, span: Span, view: View, search: Search, render: Steps['renderPage']) => void,
): void {
  wrapStep(server, 'renderPage', (render) => (view, span, search) => {
    const page = render(view, span, search);
    change(page, span, view, search, render);
    return page;
  });
}

/** Accepts one more value of `sortBy`, with the key that it sorts by. */
export function acceptSort(server: Server, name: string, keyOf: (entry: LogEntry) => string): void {
  wrapStep(server, 'readQuery', (inner) => (call) => {
    const parameters = new URLSearchParams(call.search);
    if (parameters.get('sortBy') !== name) return inner(call);
    parameters.delete('sortBy');
    const sent = inner({ ...call, search: parameters.toString() });
    return { ...sent, given: { ...sent.given, sortBy: name as Query['sortBy'] } };
  });
  rearrangeEntries(server, (entries, { query }) => {
    if (!isSortedBy(query, name)) return entries;
    const sorted = [...entries].sort((a, b) =>
      keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : a.index - b.index,
    );
    return query.direction === 'asc' ? sorted : sorted.reverse();
  });
}

export function isSortedBy({ sortBy }: Query, name: string): boolean {
  return (sortBy as string) === name;
}
