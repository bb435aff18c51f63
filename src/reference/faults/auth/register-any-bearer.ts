import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-any-bearer',
  breaks: 'Only a token that was issued opens an operation; here register takes any well-formed one.',
  section: '5',
  level: 'stated',
  owner: 'auth/register/wrong-token',
  apply: (server) => letIn(server, 'register', (token) => token !== ''),
});
