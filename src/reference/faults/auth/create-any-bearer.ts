import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-any-bearer',
  breaks: 'Only a token that was issued opens an operation; here create takes any well-formed one.',
  section: '5',
  level: 'stated',
  owner: 'auth/create/wrong-token',
  apply: (server) => letIn(server, 'create', (token) => token !== ''),
});
