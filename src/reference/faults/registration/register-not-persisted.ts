import { defineFault } from '../../fault.ts';
import { sent, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-not-persisted',
  breaks: 'A registered user is verified by its e-mail and its code; here the user is not stored.',
  section: '1',
  level: 'stated',
  owner: 'register/then-verify',
  apply(server) {
    wrap(server, 'register', (inner) => async (call, tenant) => {
      const answer = await inner(call, tenant);
      server.users.delete(server.steps.userKey(String(sent(call)['email']), tenant));
      return answer;
    });
  },
});
