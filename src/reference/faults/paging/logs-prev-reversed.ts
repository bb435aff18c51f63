import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-reversed',
  breaks: 'prev yields the page before; here its entries come in reverse order, nearest first.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      if (search.cursor?.direction === 'prev') page.data.reverse();
      return page;
    });
  },
});
