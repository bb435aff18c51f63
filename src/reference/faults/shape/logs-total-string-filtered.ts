import { defineFault } from '../../fault.ts';
import { asked, onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-string-filtered',
  breaks: 'A page has data, strings, and a cursor with a total; here the total is text under a filter.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page, call) => {
      if (asked(call).has('status')) page.cursor.totalItems = String(page.cursor.totalItems);
    });
  },
});
