import { defineFault } from '../../fault.ts';
import { failed, instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-500-negative-code',
  breaks: 'No request of the stated types is the server’s undoing; here a negative code does.',
  section: '4.3',
  level: 'derived',
  owner: 'verify/no-server-error',
  apply: (server) => instead(server, 'verify', (call) => (sent(call)['code'] < 0 ? failed() : undefined)),
});
