import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-expired-token',
  breaks: 'register: a token that has expired is refused; here its lifetime is not looked at.',
  section: '5',
  level: 'declared',
  owner: 'auth/register/expired-token',
  apply: (server) => letIn(server, 'register', (token) => token === tokens.expired),
});
