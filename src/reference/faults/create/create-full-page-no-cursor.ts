import { defineFault } from '../../fault.ts';
import { onPage, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-full-page-no-cursor',
  breaks:
    'A page has data, strings, and a cursor with a total; here the cursor is missing when the limit is met exactly.',
  section: '2',
  level: 'stated',
  owner: 'create/page-shape',
  apply(server) {
    onPage(server, 'create', (page, call) => {
      if (page.data.length === sent(call)['limit'] && page.data.length === page.cursor.totalItems)
        page.cursor = undefined;
    });
  },
});
