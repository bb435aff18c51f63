import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-token-end',
  breaks: 'Only a token that was issued opens an operation; here the end of one is enough.',
  section: '5',
  level: 'stated',
  owner: 'auth/verify/wrong-token',
  apply: (server) => letIn(server, 'verify', (token) => token.length > 3 && tokens.valid.endsWith(token)),
});
