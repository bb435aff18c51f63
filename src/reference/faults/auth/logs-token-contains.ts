import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-token-contains',
  breaks: 'Only a token that was issued opens an operation; here it is enough that the good one is somewhere inside.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/wrong-token',
  apply: (server) => letIn(server, 'logs', (token) => token.includes(tokens.valid)),
});
