import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-filtered-walk-stops',
  breaks: 'A walk yields what totalItems counts; here a filtered walk ends with its second page.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      if (search.query.status && span.start >= server.pageSize) page.cursor.next = undefined;
      return page;
    });
  },
});
