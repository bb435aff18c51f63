import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-full-page-no-cursor',
  breaks:
    'A page has data, strings, and a cursor with a total; here a result of exactly one page has no cursor object.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      if (page.data.length === server.pageSize && page.cursor.totalItems === server.pageSize) page.cursor = undefined;
    });
  },
});
