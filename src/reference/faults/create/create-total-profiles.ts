import { defineFault } from '../../fault.ts';
import { onPage, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-total-profiles',
  breaks: 'totalItems counts what the page is part of; here it counts the profiles only.',
  section: '2',
  level: 'derived',
  owner: 'create/counts-agree',
  apply(server) {
    onPage(server, 'create', (page, call) => {
      page.cursor.totalItems = sent(call)['profileIds'].length;
    });
  },
});
