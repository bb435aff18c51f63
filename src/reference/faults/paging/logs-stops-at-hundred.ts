import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-stops-at-hundred',
  breaks: 'A walk yields what totalItems counts; here no walk goes beyond 100 entries.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      const page = inner(view, span, search);
      if (span.end >= 100) page.cursor.next = undefined;
      return page;
    });
  },
});
