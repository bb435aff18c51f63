import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-null-cursor',
  breaks: 'create: next and prev are strings; here they are null where there is no such page.',
  section: '2',
  level: 'advisory',
  owner: 'create/null-cursor',
  apply(server) {
    onPage(server, 'create', (page) => {
      page.cursor.next ??= null;
      page.cursor.prev ??= null;
    });
  },
});
