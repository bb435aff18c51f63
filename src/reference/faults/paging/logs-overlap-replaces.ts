import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-overlap-replaces',
  breaks:
    'No entry is delivered twice; here the first entry of each later page is the last of the page before, in the place of its own.',
  section: '4.4',
  level: 'declared',
  owner: 'logs/no-duplicates',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      if (span.start > 0 && page.data.length > 0)
        page.data[0] = server.steps.renderItem(view.at(span.start - 1), search);
      return page;
    });
  },
});
