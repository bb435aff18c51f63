import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-data-null-empty',
  breaks: 'A page has data, strings, and a cursor with a total; here no items are null.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      if (page.data.length === 0) page.data = null;
    });
  },
});
