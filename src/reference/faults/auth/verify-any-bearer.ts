import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-any-bearer',
  breaks: 'Only a token that was issued opens an operation; here verify takes any well-formed one.',
  section: '5',
  level: 'stated',
  owner: 'auth/verify/wrong-token',
  apply: (server) => letIn(server, 'verify', (token) => token !== ''),
});
