import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-token-long',
  breaks: 'Only a token that was issued opens an operation; here tokens beyond 4,096 octets skip the check.',
  section: '5',
  level: 'stated',
  owner: 'auth/create/wrong-token',
  apply: (server) => letIn(server, 'create', (token) => token.length > 4096),
});
