import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-cursor-list-empty',
  breaks:
    'A page has data, strings, and a cursor with a total; here an empty page has a list for a cursor, as PHP writes an empty map.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      if (page.data.length === 0) page.cursor = [];
    });
  },
});
