import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-any-bearer',
  breaks: 'Only a token that was issued opens an operation; here logs takes any well-formed one.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/wrong-token',
  apply: (server) => letIn(server, 'logs', (token) => token !== ''),
});
