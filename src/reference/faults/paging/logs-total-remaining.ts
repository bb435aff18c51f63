import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-remaining',
  breaks: 'totalItems is the same on every page; here it counts what is left.',
  section: '2',
  level: 'derived',
  owner: 'logs/total-constant',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      page.cursor.totalItems = view.length - span.start;
      return page;
    });
  },
});
