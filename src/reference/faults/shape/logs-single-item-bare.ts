import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-single-item-bare',
  breaks: 'logs: a page has data, strings, and a cursor with a total; here a single item is not in a list.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      if (page.data.length === 1) page.data = page.data[0];
    });
  },
});
