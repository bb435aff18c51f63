import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-single-bare',
  breaks: 'create: a page has data, strings, and a cursor with a total; here a single item is not in a list.',
  section: '2',
  level: 'stated',
  owner: 'create/page-shape',
  apply(server) {
    onPage(server, 'create', (page) => {
      if (page.data.length === 1) page.data = page.data[0];
    });
  },
});
