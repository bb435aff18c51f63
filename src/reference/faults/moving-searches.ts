/** Searches that change the log. */
import { defineFaults } from '../fault.ts';
import { keepEntries, onRenderedPage } from '../log-tampering.ts';
import type { Query } from '../query.ts';
import type { Server } from '../state.ts';
import { wrapStep } from '../tampering.ts';

export const movingSearches = defineFaults({
  'logs-read-removes': {
    owner: 'logs/search-changes-nothing',
    defect: 'removes the oldest entry after each complete walk, like a queue',
    apply(server) {
      const removed = new Map<string, number>();
      const countOf = (webhookId: string) => removed.get(webhookId) ?? 0;
      keepEntries(server, ({ index }, { log }) => index >= countOf(log.webhookId));
      onRenderedPage(server, (_page, { start, end }, view, { log }) => {
        if (end !== view.length || start === 0) return;
        removed.set(log.webhookId, Math.min(log.length, countOf(log.webhookId) + 1));
      });
    },
  },
  'logs-filtered-walk-retries': {
    owner: 'logs/search-changes-nothing',
    defect: 'marks the oldest failed entry as succeeded after each walk of the failed entries',
    apply(server) {
      const retried = new Set<string>();
      onRenderedPage(server, (_page, { end }, view, { query, log }) => {
        if (query.status !== 'failed' || end !== view.length || view.length === 0) return;
        const oldest = Math.min(view.at(0).index, view.at(view.length - 1).index);
        retried.add(`${log.webhookId} ${oldest}`);
      });
      keepEntries(
        server,
        ({ index }, { query, log }) => query.status === undefined || !retried.has(`${log.webhookId} ${index}`),
      );
    },
  },
  'logs-filtered-in-place': {
    owner: 'logs/status-partition',
    defect: 'keeps a list of entries for each status, and filters it in place when a search by status gives to',
    apply(server) {
      const last = new Map<string, number>();
      keepEntries(server, ({ at }, { query: { status, to }, log }) => {
        if (status === undefined) return true;
        const list = `${log.webhookId} ${status}`;
        if (to !== undefined) last.set(list, Math.min(to, last.get(list) ?? to));
        return at <= (last.get(list) ?? at);
      });
    },
  },
  'logs-upper-bound-removes': {
    owner: 'logs/search-changes-nothing',
    defect: 'removes the oldest entry with each search that gives to',
    apply(server) {
      const searches = countSearches(server, ({ to }) => to !== undefined);
      keepEntries(server, ({ index }, { log }) => index >= searches(log.webhookId));
    },
  },
  'logs-failed-search-retries': {
    owner: 'logs/search-changes-nothing',
    defect: 'tries the delivery of the oldest failed entry again with each search of failed entries',
    apply(server) {
      const searches = countSearches(server, ({ status }) => status === 'failed');
      wrapStep(server, 'renderItem', (inner) => (entry, search) => {
        const item = inner(entry, search);
        const { log } = search;
        if (entry.index !== log.nth(0, 'failed')) return item;
        const shown = JSON.parse(String(item)) as { attempts: number };
        return JSON.stringify({ ...shown, attempts: shown.attempts + searches(log.webhookId) });
      });
    },
  },
  'logs-search-is-logged': {
    owner: 'logs/search-changes-nothing',
    defect: 'adds searches to the totalItems of the log',
    apply(server) {
      let searches = 0;
      wrapStep(server, 'total', (inner) => (view, search) => {
        if (!search.cursor) searches += 1;
        return (inner(view, search) as number) + Math.floor(searches / 10);
      });
    },
  },
});

/** Returns how many searches of a webhook there were, without those by cursor, whose query satisfies `when`. */
function countSearches(server: Server, when: (query: Query) => boolean): (webhookId: string) => number {
  const searches = new Map<string, number>();
  wrapStep(server, 'select', (inner) => (search) => {
    const { query, cursor, log } = search;
    if (cursor === undefined && when(query)) searches.set(log.webhookId, (searches.get(log.webhookId) ?? 0) + 1);
    return inner(search);
  });
  return (webhookId) => searches.get(webhookId) ?? 0;
}
