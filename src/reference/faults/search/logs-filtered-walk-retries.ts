import { defineFault } from '../../fault.ts';
import { keepOnly, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-filtered-walk-retries',
  breaks:
    'Searching is a GET and changes nothing; here the end of a walk over failed entries marks the oldest of them as succeeded.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/search-changes-nothing',
  apply(server) {
    const healed = new Set<string>();
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      const { query, log } = search;
      if (query.status === 'failed' && span.end === view.length && view.length > 0) {
        healed.add(`${log.webhookId} ${Math.min(view.at(0).index, view.at(view.length - 1).index)}`);
      }
      return page;
    });
    keepOnly(
      server,
      (entry, { query, log }) => query.status === undefined || !healed.has(`${log.webhookId} ${entry.index}`),
    );
  },
});
