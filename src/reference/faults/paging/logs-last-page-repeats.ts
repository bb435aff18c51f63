import { defineFault } from '../../fault.ts';
import { asked, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-last-page-repeats',
  breaks: 'A walk comes to an end; here next of the last page leads to the last page.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-terminates',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      page.cursor.next ??= asked(search.call).get('next') ?? undefined;
      return page;
    });
  },
});
