import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-total-string',
  breaks: 'A page has data, strings, and a cursor with a total; here the total is text.',
  section: '2',
  level: 'stated',
  owner: 'create/page-shape',
  apply(server) {
    onPage(server, 'create', (page) => {
      page.cursor.totalItems = String(page.cursor.totalItems);
    });
  },
});
