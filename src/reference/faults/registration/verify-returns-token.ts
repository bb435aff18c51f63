import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-returns-token',
  breaks: 'The answer is an object without members; here a token is in it.',
  section: '2',
  level: 'stated',
  owner: 'verify/empty-object',
  apply: (server) => onSuccess(server, 'verify', (answer) => ({ ...answer, body: { accessToken: 'tok_1' } })),
});
