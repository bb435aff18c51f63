import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-data-null',
  breaks: 'A page has data, strings, and a cursor with a total; here nothing created is null, not an empty list.',
  section: '2',
  level: 'stated',
  owner: 'create/page-shape',
  apply(server) {
    onPage(server, 'create', (page) => {
      if (page.data.length === 0) page.data = null;
    });
  },
});
