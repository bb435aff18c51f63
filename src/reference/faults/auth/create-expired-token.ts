import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-expired-token',
  breaks: 'create: a token that has expired is refused; here its lifetime is not looked at.',
  section: '5',
  level: 'declared',
  owner: 'auth/create/expired-token',
  apply: (server) => letIn(server, 'create', (token) => token === tokens.expired),
});
