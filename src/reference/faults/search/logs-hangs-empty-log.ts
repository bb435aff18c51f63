import { defineFault } from '../../fault.ts';
import { instead, never } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-hangs-empty-log',
  breaks: 'No request of the stated types is the server’s undoing; here a log without entries is waited for.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply: (server) =>
    instead(server, 'logs', (call) => (server.logs.get(call.webhookId)?.length === 0 ? never() : undefined)),
});
