import { defineFault } from '../../fault.ts';
import { attempt, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-webhook-start',
  breaks: 'A search is of one webhook; here the beginning of an id will do.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/one-webhook',
  apply(server) {
    wrap(server, 'findLog', (inner) => (webhookId, tenant) => {
      const found = [...server.logs.values()].find(
        (log) => log.tenant === tenant.name && log.webhookId.startsWith(webhookId),
      );
      return attempt(() => inner(webhookId, tenant)) ?? found ?? inner(webhookId, tenant);
    });
  },
});
