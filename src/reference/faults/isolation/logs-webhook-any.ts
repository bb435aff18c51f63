import { defineFault } from '../../fault.ts';
import { attempt, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-webhook-any',
  breaks: 'A search is of one webhook; here an unknown id means the first webhook.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/one-webhook',
  apply(server) {
    wrap(server, 'findLog', (inner) => (webhookId, tenant) => {
      const found = [...server.logs.values()].find((log) => log.tenant === tenant.name && log.length > 0);
      return attempt(() => inner(webhookId, tenant)) ?? found ?? inner(webhookId, tenant);
    });
  },
});
