import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

const sum = (text: string) => [...text].reduce((total, one) => total + one.charCodeAt(0), 0);

export const fault = defineFault({
  name: 'register-token-permuted',
  breaks: 'Only a token that was issued opens an operation; here a sum over the characters is compared.',
  section: '5',
  level: 'stated',
  owner: 'auth/register/wrong-token',
  apply: (server) => letIn(server, 'register', (token) => token !== '' && sum(token) === sum(tokens.valid)),
});
