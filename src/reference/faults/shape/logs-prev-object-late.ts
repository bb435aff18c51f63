import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-object-late',
  breaks: 'A page has data, strings, and a cursor with a total; here prev is an object from the fourth page on.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      if (span.start >= 3 * server.pageSize) page.cursor.prev = { cursor: page.cursor.prev };
      return page;
    });
  },
});
