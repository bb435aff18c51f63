import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-of-page',
  breaks: 'A walk yields what totalItems counts; here the total counts the page.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply(server) {
    onPage(server, 'logs', (page) => {
      page.cursor.totalItems = page.data.length;
    });
  },
});
