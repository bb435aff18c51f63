import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-cursor-null-last',
  breaks: 'A page has data, strings, and a cursor with a total; here the last page has no cursor object.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      if (!page.cursor.next) page.cursor = null;
    });
  },
});
