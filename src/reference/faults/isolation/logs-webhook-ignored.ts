import { defineFault } from '../../fault.ts';
import { ownTenant, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-webhook-ignored',
  breaks: 'A search is of one webhook; here the id is not looked at.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/one-webhook',
  apply: (server) =>
    wrap(
      server,
      'findLog',
      (inner) => (_webhookId, tenant) => inner(tenant.name === ownTenant.name ? 'wh_1' : 'wh_beta', tenant),
    ),
});
