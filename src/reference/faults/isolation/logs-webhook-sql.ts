import { defineFault } from '../../fault.ts';
import { attempt, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-webhook-sql',
  breaks: 'A search is of one webhook; here a quote ends the SQL string and OR finds them all.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/one-webhook',
  apply(server) {
    wrap(server, 'findLog', (inner) => (webhookId, tenant) => {
      const found = [...server.logs.values()].find((log) => log.tenant === tenant.name && /'.*\bor\b/i.test(webhookId));
      return attempt(() => inner(webhookId, tenant)) ?? found ?? inner(webhookId, tenant);
    });
  },
});
