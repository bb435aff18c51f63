import { defineFault } from '../../fault.ts';
import { rearrange, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-read-removes',
  breaks:
    'Searching is a GET and changes nothing; here the oldest entry is gone after a walk has come to its end, as from a queue.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/search-changes-nothing',
  apply(server) {
    const read = new Map<string, number>();
    rearrange(server, (entries, { log }) => entries.filter((entry) => entry.index >= (read.get(log.webhookId) ?? 0)));
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      if (span.end === view.length && span.start > 0) {
        read.set(search.log.webhookId, Math.min(search.log.length, (read.get(search.log.webhookId) ?? 0) + 1));
      }
      return page;
    });
  },
});
