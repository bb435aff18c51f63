import { unpack } from '../../cursor.ts';
import { defineFault } from '../../fault.ts';
import { asked, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-other-tenant-cursor',
  breaks: 'A tenant sees its own webhooks; here a cursor opens those of its issuer to whoever holds it.',
  section: '5',
  level: 'declared',
  owner: 'auth/logs/other-tenant',
  apply(server) {
    wrap(server, 'logs', (inner) => (call, tenant) => {
      const cursor = unpack((asked(call).get('next') ?? asked(call).get('prev') ?? '').split('.')[0] ?? '');
      return inner(call, cursor ? { name: cursor.tenant } : tenant);
    });
  },
});
