import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-token-null',
  breaks:
    'Only a token that was issued opens an operation; here words like null and undefined pass, a missing lookup being equal to them.',
  section: '5',
  level: 'stated',
  owner: 'auth/verify/wrong-token',
  apply: (server) =>
    letIn(server, 'verify', (token) => ['null', 'undefined', 'true', 'none'].includes(token.toLowerCase())),
});
