import { defineFault } from '../../fault.ts';
import { attempt, wrap } from '../../tampering.ts';

const likeness = (pattern: string) =>
  new RegExp(
    `^${pattern
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replaceAll('%', '.*')
      .replaceAll('_', '.')}$`,
    's',
  );

export const fault = defineFault({
  name: 'logs-webhook-like',
  breaks: 'A search is of one webhook; here the id goes into a LIKE pattern.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/one-webhook',
  apply(server) {
    wrap(server, 'findLog', (inner) => (webhookId, tenant) => {
      const found = [...server.logs.values()].find(
        (log) => log.tenant === tenant.name && /[%_]/.test(webhookId) && likeness(webhookId).test(log.webhookId),
      );
      return attempt(() => inner(webhookId, tenant)) ?? found ?? inner(webhookId, tenant);
    });
  },
});
