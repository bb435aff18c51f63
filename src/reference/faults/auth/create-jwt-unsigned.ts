import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-jwt-unsigned',
  breaks: 'Only a token that was issued opens an operation; here a JWT that says alg none is believed.',
  section: '5',
  level: 'stated',
  owner: 'auth/create/wrong-token',
  apply: (server) =>
    letIn(server, 'create', (token) =>
      /"alg":\s*"none"/i.test(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()),
    ),
});
