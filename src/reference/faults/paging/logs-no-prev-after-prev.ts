import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-no-prev-after-prev',
  breaks: 'prev yields the page before; here a page that was reached backward has no prev.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      if (search.cursor?.direction === 'prev') page.cursor.prev = undefined;
      return page;
    });
  },
});
