import { defineFault } from '../../fault.ts';
import { onPage, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-total-is-limit',
  breaks: 'totalItems counts what the page is part of; here it is capped by half the limit.',
  section: '2',
  level: 'derived',
  owner: 'create/counts-agree',
  apply(server) {
    onPage(server, 'create', (page, call) => {
      page.cursor.totalItems = Math.min(page.cursor.totalItems, Math.ceil((sent(call)['limit'] ?? 2) / 2));
    });
  },
});
