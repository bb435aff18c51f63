import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-total-one-less',
  breaks: 'totalItems counts what the page is part of; here it is one less than there are.',
  section: '2',
  level: 'derived',
  owner: 'create/counts-agree',
  apply(server) {
    onPage(server, 'create', (page) => {
      page.cursor.totalItems = Math.max(0, page.data.length - 1);
    });
  },
});
