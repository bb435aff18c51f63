import { defineFault } from '../../fault.ts';
import { failed, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-500-quote-id',
  breaks: 'No request of the stated types is the server’s undoing; here a quote in the webhook id ends the SQL string.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply: (server) => instead(server, 'logs', (call) => (call.webhookId.includes("'") ? failed() : undefined)),
});
