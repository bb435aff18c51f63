import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-expired-token',
  breaks: 'logs: a token that has expired is refused; here its lifetime is not looked at.',
  section: '5',
  level: 'declared',
  owner: 'auth/logs/expired-token',
  apply: (server) => letIn(server, 'logs', (token) => token === tokens.expired),
});
