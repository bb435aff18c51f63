import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-token-case',
  breaks: 'Only a token that was issued opens an operation; here letter case is ignored.',
  section: '5',
  level: 'stated',
  owner: 'auth/register/wrong-token',
  apply: (server) => letIn(server, 'register', (token) => token.toLowerCase() === tokens.valid.toLowerCase()),
});
