import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-items-field',
  breaks: 'A page has data, strings, and a cursor with a total; here data is called items.',
  section: '2',
  level: 'stated',
  owner: 'create/page-shape',
  apply(server) {
    onPage(server, 'create', (page) => {
      Object.assign(page, { items: page.data, data: undefined });
    });
  },
});
