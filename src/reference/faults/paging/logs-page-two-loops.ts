import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-page-two-loops',
  breaks: 'A walk comes to an end; here page three leads back to page two.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-terminates',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      const { pageSize } = server;
      if (span.start === 2 * pageSize) page.cursor.next = inner(view, { start: 0, end: pageSize }, search).cursor.next;
      return page;
    });
  },
});
