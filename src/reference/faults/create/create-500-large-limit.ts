import { defineFault } from '../../fault.ts';
import { failed, instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-500-large-limit',
  breaks: 'No request of the stated types is the server’s undoing; here a limit beyond 32 bits is.',
  section: '4.1',
  level: 'derived',
  owner: 'create/no-server-error',
  apply: (server) => instead(server, 'create', (call) => (sent(call)['limit'] > 2 ** 31 - 1 ? failed() : undefined)),
});
