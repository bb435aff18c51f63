import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-next-false',
  breaks: 'A page has data, strings, and a cursor with a total; here the end is next: false.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      page.cursor.next ??= false;
    });
  },
});
