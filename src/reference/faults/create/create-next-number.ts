import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-next-number',
  breaks: 'A page has data, strings, and a cursor with a total; here next is a number.',
  section: '2',
  level: 'stated',
  owner: 'create/page-shape',
  apply(server) {
    onPage(server, 'create', (page) => {
      if (page.cursor.next) page.cursor.next = page.data.length;
    });
  },
});
