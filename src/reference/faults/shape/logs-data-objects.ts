import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-data-objects',
  breaks: 'A page has data, strings, and a cursor with a total; here items are objects.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      page.data = page.data.map((item: string) => JSON.parse(item));
    });
  },
});
