import { defineFault } from '../../fault.ts';
import { onPage, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-limit-one-numbers',
  breaks: 'A page has data, strings, and a cursor with a total; here a page of limit 1 holds a number.',
  section: '2',
  level: 'stated',
  owner: 'create/page-shape',
  apply(server) {
    onPage(server, 'create', (page, call) => {
      if (sent(call)['limit'] === 1) page.data = page.data.map((_id: string, k: number) => k);
    });
  },
});
