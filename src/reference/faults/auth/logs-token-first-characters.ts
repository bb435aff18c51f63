import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-token-first-characters',
  breaks: 'Only a token that was issued opens an operation; here only the first sixteen characters are compared.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/wrong-token',
  apply: (server) => letIn(server, 'logs', (token) => token.slice(0, 16) === tokens.valid.slice(0, 16)),
});
