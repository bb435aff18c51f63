import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-token-uuid',
  breaks: 'Only a token that was issued opens an operation; here any UUID passes.',
  section: '5',
  level: 'stated',
  owner: 'auth/verify/wrong-token',
  apply: (server) => letIn(server, 'verify', (token) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(token)),
});
