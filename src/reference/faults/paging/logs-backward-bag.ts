import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-backward-bag',
  breaks:
    'The same query gives the same entries each time; here pages reached backward hold the entry at the border instead of their first.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/walks-agree',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      if (search.cursor?.direction === 'prev' && span.end < view.length)
        page.data[0] = server.steps.renderItem(view.at(span.end), search);
      return page;
    });
  },
});
