import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-next-after-prev',
  breaks: 'prev yields the page before; here after going back, next skips the page it came from.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      const { end } = span;
      const further = { start: end, end: Math.min(end + server.pageSize, view.length) };
      if (search.cursor?.direction === 'prev') page.cursor.next = inner(view, further, search).cursor.next;
      return page;
    });
  },
});
