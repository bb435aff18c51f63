import { defineFault } from '../../fault.ts';
import { failed, instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-500-big-code',
  breaks: 'No request of the stated types is the server’s undoing; here a code beyond 32 bits overflows.',
  section: '4.3',
  level: 'derived',
  owner: 'verify/no-server-error',
  apply: (server) =>
    instead(server, 'verify', (call) => (Math.abs(sent(call)['code']) > 2 ** 31 - 1 ? failed() : undefined)),
});
