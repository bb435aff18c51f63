import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-webhook-trimmed',
  breaks: 'Ids are compared after percent-decoding, and exactly; here blanks around it are.',
  section: 'RFC 3986 §6.2.2.2',
  level: 'advisory',
  owner: 'logs/webhook-id',
  apply: (server) => wrap(server, 'findLog', (inner) => (webhookId, tenant) => inner(webhookId.trim(), tenant)),
});
