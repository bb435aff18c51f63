import { defineFault } from '../../fault.ts';
import { cut, instead, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-cut-on-long-password',
  breaks:
    'No request of the stated types is the server’s undoing; here a password beyond 72 octets kills the process (bcrypt).',
  section: '4.2',
  level: 'derived',
  owner: 'register/no-server-error',
  apply: (server) =>
    instead(server, 'register', (call) => (String(sent(call)['password']).length > 72 ? cut(call) : undefined)),
});
