import { defineFault } from '../../fault.ts';
import { attempt, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-webhook-glob',
  breaks: 'A search is of one webhook; here an asterisk stands for any id.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/one-webhook',
  apply(server) {
    wrap(server, 'findLog', (inner) => (webhookId, tenant) => {
      const found = [...server.logs.values()].find(
        (log) =>
          (log.tenant === tenant.name && webhookId === '*') ||
          (webhookId.endsWith('*') && log.webhookId.startsWith(webhookId.slice(0, -1))),
      );
      return attempt(() => inner(webhookId, tenant)) ?? found ?? inner(webhookId, tenant);
    });
  },
});
