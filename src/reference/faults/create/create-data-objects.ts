import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-data-objects',
  breaks: 'A page has data, strings, and a cursor with a total; here events come as objects.',
  section: '2',
  level: 'stated',
  owner: 'create/page-shape',
  apply(server) {
    onPage(server, 'create', (page) => {
      page.data = page.data.map((id: string) => ({ id }));
    });
  },
});
