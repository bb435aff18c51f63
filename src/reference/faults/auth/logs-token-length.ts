import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-token-length',
  breaks: 'Only a token that was issued opens an operation; here any of the right length does.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/wrong-token',
  apply: (server) => letIn(server, 'logs', (token) => token.length === tokens.valid.length),
});
