import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-returns-id',
  breaks: 'The answer is an object without members; here the id of the user is in it.',
  section: '2',
  level: 'stated',
  owner: 'register/empty-object',
  apply: (server) => onSuccess(server, 'register', (answer) => ({ ...answer, body: { id: 'usr_1' } })),
});
