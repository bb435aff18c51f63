import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-503-page-three',
  breaks: 'No request of the stated types is the server’s undoing; here the third page is too much.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply(server) {
    wrap(server, 'renderPage', (inner) => (view, span, search) => {
      if (span.start >= 2 * server.pageSize) throw new Error('Too deep.');
      return inner(view, span, search);
    });
  },
});
