import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-token-last-character',
  breaks: 'Only a token that was issued opens an operation; here the last character is not compared.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/wrong-token',
  apply: (server) =>
    letIn(
      server,
      'logs',
      (token) => token.length === tokens.valid.length && token.slice(0, -1) === tokens.valid.slice(0, -1),
    ),
});
