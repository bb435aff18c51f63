import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-returns-list',
  breaks: 'The answer is an object without members; here it is a list, as PHP writes an empty map.',
  section: '2',
  level: 'stated',
  owner: 'register/empty-object',
  apply: (server) => onSuccess(server, 'register', (answer) => ({ ...answer, body: [] })),
});
