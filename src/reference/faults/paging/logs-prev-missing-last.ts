import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-prev-missing-last',
  breaks: 'prev yields the page before; here the last page has none.',
  section: '4.4',
  level: 'stated',
  owner: 'logs/prev-returns',
  apply(server) {
    onPage(server, 'logs', (page) => {
      if (!page.cursor.next) page.cursor.prev = undefined;
    });
  },
});
