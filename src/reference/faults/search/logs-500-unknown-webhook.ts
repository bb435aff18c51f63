import { defineFault } from '../../fault.ts';
import { failed, onRefusal } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-500-unknown-webhook',
  breaks: 'No request of the stated types is the server’s undoing; here a webhook that does not exist is null.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply: (server) => onRefusal(server, 'logs', (answer) => (answer.status === 404 ? failed() : answer)),
});
