import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-total-negative-rest',
  breaks: 'totalItems counts what the page is part of; here it counts what is left after this page.',
  section: '2',
  level: 'derived',
  owner: 'create/counts-agree',
  apply(server) {
    onPage(server, 'create', (page) => {
      page.cursor.totalItems -= page.data.length;
    });
  },
});
