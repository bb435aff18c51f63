import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-items-number-failed',
  breaks: 'A page has data, strings, and a cursor with a total; here failed entries come as numbers.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      page.data = page.data.map((item: string) => (item.includes('"failed"') ? item.length : item));
    });
  },
});
