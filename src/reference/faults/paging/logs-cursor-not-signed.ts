import { unpack } from '../../cursor.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-cursor-not-signed',
  breaks: 'A cursor that was not issued is refused; here its signature is not looked at.',
  section: '4.4',
  level: 'advisory',
  owner: 'logs/bad-cursor',
  apply(server) {
    wrap(server, 'readCursor', (inner) => (given, log, tenant) => {
      const cursor = unpack((given.next ?? given.prev ?? '').split('.')[0] ?? '');
      return cursor?.webhookId === log.webhookId && cursor.tenant === tenant.name ? cursor : inner(given, log, tenant);
    });
  },
});
