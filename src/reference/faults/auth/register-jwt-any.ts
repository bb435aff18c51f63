import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-jwt-any',
  breaks: 'Only a token that was issued opens an operation; here a JWT is decoded, but its signature is not checked.',
  section: '5',
  level: 'stated',
  owner: 'auth/register/wrong-token',
  apply: (server) => letIn(server, 'register', (token) => /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(token)),
});
