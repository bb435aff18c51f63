import { defineFault } from '../../fault.ts';
import { attempt, wrap } from '../../tampering.ts';

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return false;
  }
};

export const fault = defineFault({
  name: 'logs-webhook-regex',
  breaks: 'A search is of one webhook; here the id is a regular expression.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/one-webhook',
  apply(server) {
    wrap(server, 'findLog', (inner) => (webhookId, tenant) => {
      const found = [...server.logs.values()].find(
        (log) =>
          log.tenant === tenant.name && /^(\.[*+]|wh.*[.*+|].*)$/.test(webhookId) && matches(webhookId, log.webhookId),
      );
      return attempt(() => inner(webhookId, tenant)) ?? found ?? inner(webhookId, tenant);
    });
  },
});
