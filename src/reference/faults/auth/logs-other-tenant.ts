import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-other-tenant',
  breaks: 'A tenant sees its own webhooks; here any tenant sees all.',
  section: '5',
  level: 'declared',
  owner: 'auth/logs/other-tenant',
  apply(server) {
    wrap(server, 'findLog', (inner) => (webhookId, tenant) => server.logs.get(webhookId) ?? inner(webhookId, tenant));
  },
});
