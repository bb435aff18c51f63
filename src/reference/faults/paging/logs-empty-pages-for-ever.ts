import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-empty-pages-for-ever',
  breaks: 'A walk comes to an end; here after the last page come empty ones, each with a next.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-terminates',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      const { log, tenant, query } = search;
      const index = page.data.length > 0 ? view.at(span.end - 1).index : search.cursor?.index;
      if (index === undefined) return page;
      page.cursor.next ??= server.steps.writeCursor({
        direction: 'next',
        webhookId: log.webhookId,
        tenant: tenant.name,
        query,
        index,
      });
      return page;
    });
  },
});
