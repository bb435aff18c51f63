import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-last-page',
  breaks: 'totalItems is the same on every page; here the last page counts one more.',
  section: '2',
  level: 'derived',
  owner: 'logs/total-constant',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      if (span.end === view.length && span.start > 0) page.cursor.totalItems = view.length + 1;
      return page;
    });
  },
});
