import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-next-number',
  breaks: 'A page has data, strings, and a cursor with a total; here next is an offset.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      if (page.cursor.next) page.cursor.next = page.data.length;
    });
  },
});
