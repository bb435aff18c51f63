import { defineFault } from '../../fault.ts';
import { failed, instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-500-negative-limit',
  breaks: 'No request of the stated types is the server’s undoing; here a negative limit goes to the database.',
  section: '4.1',
  level: 'derived',
  owner: 'create/no-server-error',
  apply: (server) => instead(server, 'create', (call) => (sent(call)['limit'] < 0 ? failed() : undefined)),
});
