import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-token-first-character',
  breaks: 'Only a token that was issued opens an operation; here the first character is not compared.',
  section: '5',
  level: 'stated',
  owner: 'auth/create/wrong-token',
  apply: (server) =>
    letIn(
      server,
      'create',
      (token) => token.length === tokens.valid.length && token.slice(1) === tokens.valid.slice(1),
    ),
});
