import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-token-middle',
  breaks: 'Only a token that was issued opens an operation; here one character in the middle is not compared.',
  section: '5',
  level: 'stated',
  owner: 'auth/verify/wrong-token',
  apply: (server) =>
    letIn(
      server,
      'verify',
      (token) =>
        token.length === tokens.valid.length &&
        token.slice(0, 15) === tokens.valid.slice(0, 15) &&
        token.slice(16) === tokens.valid.slice(16),
    ),
});
