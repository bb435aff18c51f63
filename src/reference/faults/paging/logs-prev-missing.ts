import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-missing',
  breaks: 'prev yields the page before; here there is none.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply(server) {
    onPage(server, 'logs', (page) => {
      page.cursor.prev = undefined;
    });
  },
});
