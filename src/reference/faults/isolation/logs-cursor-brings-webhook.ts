import { unpack } from '../../cursor.ts';
import { defineFault } from '../../fault.ts';
import { asked, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-cursor-brings-webhook',
  breaks: 'A cursor belongs to its webhook; here it brings its webhook with it.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/cursor-bound',
  apply(server) {
    wrap(server, 'logs', (inner) => (call, tenant) => {
      const cursor = unpack((asked(call).get('next') ?? asked(call).get('prev') ?? '').split('.')[0] ?? '');
      const foreign = cursor && server.logs.get(cursor.webhookId)?.tenant === tenant.name;
      return inner(foreign ? { ...call, webhookId: cursor.webhookId } : call, tenant);
    });
  },
});
