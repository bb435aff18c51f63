import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-string',
  breaks:
    'A page has data, strings, and a cursor with a total; here the total is text, as a database driver returns large counts.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      page.cursor.totalItems = String(page.cursor.totalItems);
    });
  },
});
