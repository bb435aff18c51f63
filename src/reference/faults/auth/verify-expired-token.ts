import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-expired-token',
  breaks: 'verify: a token that has expired is refused; here its lifetime is not looked at.',
  section: '5',
  level: 'declared',
  owner: 'auth/verify/expired-token',
  apply: (server) => letIn(server, 'verify', (token) => token === tokens.expired),
});
