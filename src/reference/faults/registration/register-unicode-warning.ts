import { defineFault } from '../../fault.ts';
import { onSuccess, sent } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-unicode-warning',
  breaks: 'The answer is an object without members; here a name beyond ASCII adds a warning.',
  section: '2',
  level: 'stated',
  owner: 'register/empty-object',
  apply: (server) =>
    onSuccess(server, 'register', (answer, call) => ({
      ...answer,
      body: /\P{ASCII}/u.test(String(sent(call)['firstName'])) ? { warning: 'name' } : {},
    })),
});
