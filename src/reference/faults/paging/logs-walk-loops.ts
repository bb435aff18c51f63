import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-walk-loops',
  breaks: 'A walk comes to an end; here next of the last page leads to the second.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-terminates',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      const second = { start: 0, end: Math.min(server.pageSize, view.length - 1) };
      if (view.length > 1) page.cursor.next ??= inner(view, second, search).cursor.next;
      return page;
    });
  },
});
