import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-token-extended-in-front',
  breaks: 'Only a token that was issued opens an operation; here one with more characters before it does too.',
  section: '5',
  level: 'stated',
  owner: 'auth/register/wrong-token',
  apply: (server) => letIn(server, 'register', (token) => token.endsWith(tokens.valid)),
});
