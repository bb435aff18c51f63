import { defineFault } from '../../fault.ts';
import { onPage } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-null-cursor',
  breaks: 'logs: next and prev are strings; here they are null where there is no such page.',
  section: '2',
  level: 'advisory',
  owner: 'logs/null-cursor',
  apply(server) {
    onPage(server, 'logs', (page) => {
      page.cursor.next ??= null;
      page.cursor.prev ??= null;
    });
  },
});
