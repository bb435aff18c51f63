import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-total-zero',
  breaks: 'totalItems counts what the page is part of; here it is always 0.',
  section: '2',
  level: 'derived',
  owner: 'create/counts-agree',
  apply(server) {
    onPage(server, 'create', (page) => {
      page.cursor.totalItems = 0;
    });
  },
});
