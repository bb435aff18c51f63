import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-negative-empty',
  breaks: 'A page has data, strings, and a cursor with a total; here the total of nothing is −1.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      if (page.data.length === 0) page.cursor.totalItems = -1;
    });
  },
});
