import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-place-shared',
  breaks:
    'Searches at once do not touch each other; here the server keeps one place per webhook, that of whoever read last.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/parallel',
  apply(server) {
    const places = new Map<string, { next: number; prev: number }>();
    wrap(server, 'place', (inner) => (view, search) => {
      const { log, cursor } = search;
      const kept = places.get(log.webhookId);
      const size = server.pageSize;
      let span = inner(view, search);
      if (cursor?.direction === 'next' && kept)
        span = { start: Math.min(kept.next, view.length), end: Math.min(kept.next + size, view.length) };
      if (cursor?.direction === 'prev' && kept)
        span = { start: Math.max(0, kept.prev - size), end: Math.min(kept.prev, view.length) };
      places.set(log.webhookId, { next: span.end, prev: span.start });
      return span;
    });
  },
});
