import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-last-page-lost',
  breaks: 'A walk yields what totalItems counts; here the last page is never named.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      if (view.length - span.end <= server.pageSize) page.cursor.next = undefined;
      return page;
    });
  },
});
