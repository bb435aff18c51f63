import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-last-page-padded',
  breaks: 'A page has data, strings, and a cursor with a total; here the last page is filled up with nulls.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      if (!page.cursor.next) page.data = [...page.data, null];
    });
  },
});
