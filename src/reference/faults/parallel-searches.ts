/** Searches at the same time that disturb each other. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { defined } from '../../core/defined.ts';
import { type Answer, type Call, Refusal } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import { onRenderedPage } from '../log-tampering.ts';
import type { Server } from '../state.ts';
import type { Cursor, Page, Search } from '../steps.ts';
import { onPage, queryOf, shareInProgress, wrapStep } from '../tampering.ts';

export const parallelSearches = defineFaults({
  'logs-parallel-query': {
    owner: 'logs/parallel',
    defect: 'keeps the query in a global variable, so that parallel searches get the same answer',
    apply(server) {
      let current = '';
      wrapStep(server, 'logs', (inner) => async (call, tenant) => {
        if (queryOf(call).has('next') || queryOf(call).has('prev')) return inner(call, tenant);
        current = call.search;
        await delay(4);
        return inner({ ...call, search: current }, tenant);
      });
    },
  },
  'logs-parallel-webhook': {
    owner: 'logs/parallel',
    defect: 'keeps the webhook id in a global variable, so that parallel searches read the same log',
    apply(server) {
      let current = '';
      wrapStep(server, 'logs', (inner) => async (call, tenant) => {
        current = call.webhookId;
        await delay(4);
        const later = call.search.includes('next=') || call.search.includes('prev=');
        return inner(later ? call : { ...call, webhookId: current }, tenant);
      });
    },
  },
  'logs-answers-crossed': {
    owner: 'logs/parallel',
    defect: 'sends the answer of one search to another search in progress',
    apply(server) {
      let latest: Answer | undefined;
      let inFlight = 0;
      wrapStep(server, 'logs', (inner) => async (call, tenant) => {
        inFlight += 1;
        const own = await inner(call, tenant);
        latest = own;
        await delay(3);
        const answer = inFlight > 1 && latest ? latest : own;
        inFlight -= 1;
        return answer;
      });
    },
  },
  'logs-empty-while-registering': {
    owner: 'logs/parallel',
    defect: 'returns an empty page while a registration is in progress',
    apply(server) {
      let inProgress = 0;
      wrapStep(server, 'register', (inner) => async (call, tenant) => {
        inProgress += 1;
        await delay(6);
        inProgress -= 1;
        return inner(call, tenant);
      });
      onPage(server, 'logs', (page) => {
        if (inProgress === 0) return;
        page.data = [];
        page.cursor = { totalItems: 0 };
      });
    },
  },
  'logs-empty-while-creating': {
    owner: 'logs/parallel',
    defect: 'returns no entries, and the right total, while a creation is in progress',
    apply(server) {
      let inProgress = 0;
      wrapStep(server, 'create', (inner) => async (call, tenant) => {
        inProgress += 1;
        await delay(8);
        inProgress -= 1;
        return inner(call, tenant);
      });
      wrapStep(server, 'logs', (inner) => async (call, tenant) => {
        await delay(1);
        return inner(call, tenant);
      });
      onPage(server, 'logs', (page) => {
        if (inProgress === 0) return;
        page.data = [];
        page.cursor = { totalItems: page.cursor.totalItems };
      });
    },
  },
  'logs-cursors-start-over-after-creation': {
    owner: 'logs/parallel',
    defect: 'starts over at page 1 where a cursor is older than the latest creation',
    apply(server) {
      let creations = 0;
      const stale = new WeakSet<Cursor>();
      wrapStep(server, 'create', (inner) => (call, tenant) => {
        creations += 1;
        return inner(call, tenant);
      });
      wrapStep(server, 'writeCursor', (inner) => (cursor) => `${inner(cursor)}.${creations}`);
      wrapStep(server, 'readCursor', (inner) => (sent, log, tenant) => {
        const text = sent.next ?? sent.prev ?? '';
        const end = text.lastIndexOf('.');
        const whole = text.slice(0, Math.max(0, end));
        const name = sent.next === undefined ? 'prev' : 'next';
        const cursor = inner(text === '' ? sent : { ...sent, [name]: whole }, log, tenant);
        if (cursor !== undefined && Number(text.slice(end + 1)) !== creations) stale.add(cursor);
        return cursor;
      });
      wrapStep(
        server,
        'place',
        (inner) => (view, search) =>
          inner(view, search.cursor && stale.has(search.cursor) ? { ...search, cursor: undefined } : search),
      );
    },
  },
  'logs-answer-shared-without-from': {
    owner: 'logs/parallel',
    defect: 'answers a search like one in progress that differs only in from',
    apply: (server) => shareWithout(server, 'from'),
  },
  'logs-answer-shared-without-to': {
    owner: 'logs/parallel',
    defect: 'answers a search like one in progress that differs only in to',
    apply: (server) => shareWithout(server, 'to'),
  },
  'logs-answer-shared-without-cursor': {
    owner: 'logs/parallel',
    defect: 'answers a search like one in progress that differs only in its cursor',
    apply: (server) => shareWithout(server, 'next', 'prev'),
  },
  'logs-answer-shared-without-prev': {
    owner: 'logs/parallel',
    defect: 'answers a search by prev like one in progress without it',
    apply: (server) => shareWithout(server, 'prev'),
  },
  'logs-parallel-place': {
    owner: 'logs/parallel',
    defect: 'keeps the position of a page in a global variable, so that parallel searches return the same page',
    apply: (server) => sharePosition(server, 1),
  },
  'logs-parallel-place-seldom': {
    owner: 'logs/parallel',
    defect: 'gives every twelfth search the position of another one in progress',
    apply: (server) => sharePosition(server, 12),
  },
  'logs-cursor-kept-without-sort': {
    owner: 'logs/parallel',
    defect:
      'keeps what its cursors stand for under a key without sortBy, so that a search takes the cursor of another one',
    apply(server) {
      const kept = new Map<string, string>();
      const keep = (cursor: string, place: number, { query, log }: Search): string => {
        const { sortBy, ...others } = query;
        const key = createHash('sha256')
          .update(JSON.stringify([log.webhookId, place, others]))
          .digest('hex');
        kept.set(key, cursor);
        return key;
      };
      onRenderedPage(server, ({ cursor }, { start, end }, _view, search) => {
        if (typeof cursor.next === 'string') cursor.next = keep(cursor.next, end, search);
        if (typeof cursor.prev === 'string') cursor.prev = keep(cursor.prev, -start, search);
      });
      wrapStep(server, 'readCursor', (inner) => ({ next, prev, ...sent }, ...where) => {
        const given = { ...sent, ...defined({ next: next && kept.get(next), prev: prev && kept.get(prev) }) };
        if ((next ?? prev) !== undefined && given.next === undefined && given.prev === undefined)
          throw new Refusal(400, 'The cursor is unknown.');
        return inner(given, ...where);
      });
      wrapStep(server, 'resolveQuery', (inner) => (sent, cursor) => cursor?.query ?? inner(sent, cursor));
    },
  },
  'logs-cursors-in-slots': {
    owner: 'logs/parallel',
    defect: 'keeps its cursors in eight slots, so that a cursor leads on in the eighth search after its own',
    apply(server) {
      const slots: (string | undefined)[] = Array.from({ length: 8 });
      let searches = 0;
      onRenderedPage(server, ({ cursor }) => {
        const slot = searches % slots.length;
        searches += 1;
        slots[slot] = JSON.stringify(cursor);
        for (const side of ['next', 'prev'] as const)
          if (typeof cursor[side] === 'string') cursor[side] = `${side}-${slot}`;
      });
      wrapStep(server, 'readCursor', (inner) => ({ next, prev, ...sent }, ...where) => {
        const kept = (cursor: string | undefined): Page['cursor'] =>
          JSON.parse(slots[Number(cursor?.split('-')[1])] ?? '{}');
        const given = { next: next && kept(next).next, prev: prev && kept(prev).prev };
        if ((next ?? prev) !== undefined && (given.next ?? given.prev) === undefined)
          throw new Refusal(400, 'The cursor is unknown.');
        return inner({ ...sent, ...defined(given as { next?: string; prev?: string }) }, ...where);
      });
      wrapStep(server, 'resolveQuery', (inner) => (sent, cursor) => cursor?.query ?? inner(sent, cursor));
    },
  },
  'logs-totals-crossed': {
    owner: 'logs/walk-complete',
    defect: 'gives a search the totalItems of another one in progress',
    apply(server) {
      let latest: unknown;
      wrapStep(server, 'total', (inner) => (view, search) => {
        latest = inner(view, search);
        return latest;
      });
      wrapStep(server, 'logs', (inner) => async (call, tenant) => {
        const answer = await inner(call, tenant);
        await delay(3);
        const page = answer.body as { cursor?: object };
        return answer.status === 200
          ? { ...answer, body: { ...page, cursor: { ...page.cursor, totalItems: latest } } }
          : answer;
      });
    },
  },
  'logs-total-of-other-search': {
    owner: 'logs/parallel',
    defect: 'counts the items of a search into a global variable, which another search in progress overwrites',
    apply(server) {
      let counted: unknown;
      wrapStep(server, 'total', (inner) => (view, search) => {
        counted = inner(view, search);
        return counted;
      });
      wrapStep(server, 'logs', (inner) => async (call, tenant) => {
        const { body, ...answer } = await inner(call, tenant);
        await delay(1);
        const { data, cursor } = body as Page;
        return { ...answer, body: { data, cursor: { ...cursor, totalItems: counted } } };
      });
    },
  },
  'logs-items-of-other-search': {
    owner: 'logs/parallel',
    defect:
      'keeps a full page under its query without the webhook, so that a search in progress overwrites that of another log',
    apply(server) {
      const pages = new Map<string, Page['data']>();
      wrapStep(server, 'logs', (inner) => async (call, tenant) => {
        const { body, ...answer } = await inner(call, tenant);
        const { data, cursor } = body as Page;
        if (data.length < server.pageSize) return { ...answer, body };
        pages.set(call.search, data);
        await delay(1);
        return { ...answer, body: { data: pages.get(call.search)!, cursor } };
      });
    },
  },
  'logs-place-shared': {
    owner: 'logs/parallel',
    defect: 'keeps one position per webhook, shared by all clients',
    apply(server) {
      const positions = new Map<string, { next: number; prev: number }>();
      wrapStep(server, 'place', (inner) => (view, { cursor, log, ...rest }) => {
        const kept = positions.get(log.webhookId);
        const size = server.pageSize;
        let span = inner(view, { cursor, log, ...rest });
        if (cursor?.direction === 'next' && kept)
          span = { start: Math.min(kept.next, view.length), end: Math.min(kept.next + size, view.length) };
        if (cursor?.direction === 'prev' && kept)
          span = { start: Math.max(0, kept.prev - size), end: Math.min(kept.prev, view.length) };
        positions.set(log.webhookId, { next: span.end, prev: span.start });
        return span;
      });
    },
  },
});

/** A search takes the answer of one in progress that differs from it only in the parameters. */
function shareWithout(server: Server, ...parameters: readonly ('from' | 'to' | 'next' | 'prev')[]): void {
  shareInProgress(server, 'logs', (call) => {
    const query = queryOf(call);
    for (const parameter of parameters) query.delete(parameter);
    return `${call.webhookId}?${query}`;
  });
}

/** Each search whose number is a multiple of `every` reads its page a few milliseconds later, at the position of the latest search then. */
function sharePosition(server: Server, every: number): void {
  let searches = 0;
  let start = 0;
  const later = new WeakSet<Call>();
  wrapStep(server, 'place', (inner) => (view, search) => {
    const span = inner(view, search);
    if (!later.has(search.call)) {
      start = span.start;
      return span;
    }
    const first = Math.min(start, view.length);
    return { start: first, end: Math.min(first + server.pageSize, view.length) };
  });
  wrapStep(server, 'logs', (inner) => async (call, tenant) => {
    const own = await inner(call, tenant);
    searches += 1;
    if (searches % every !== 0) return own;
    later.add(call);
    await delay(4);
    return inner(call, tenant);
  });
}
