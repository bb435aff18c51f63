import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-token-digits',
  breaks: 'Only a token that was issued opens an operation; here a number is taken for the id of a user.',
  section: '5',
  level: 'stated',
  owner: 'auth/register/wrong-token',
  apply: (server) => letIn(server, 'register', (token) => /^\d+$/.test(token)),
});
