import { defineFault } from '../../fault.ts';
import { asked, onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-fraction',
  breaks:
    'A page has data, strings, and a cursor with a total; here totals under a range are estimates with a fraction.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page, call) => {
      if (asked(call).has('from')) page.cursor.totalItems += 0.5;
    });
  },
});
