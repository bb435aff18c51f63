import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-envelope',
  breaks: 'A page has data, strings, and a cursor with a total; here the page is wrapped in an envelope.',
  section: '2',
  level: 'stated',
  owner: 'logs/page-shape',
  apply(server) {
    onPage(server, 'logs', (page) => {
      Object.assign(page, { result: { ...page }, data: undefined, cursor: undefined });
    });
  },
});
