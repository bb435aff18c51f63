import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-filter-after-paging',
  breaks:
    'A walk yields what totalItems counts; here later pages are cut first and filtered after, and hold half of what they should.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      if (search.query.status && span.start >= server.pageSize) page.data = page.data.filter((_item, k) => k % 2 === 0);
      return page;
    });
  },
});
