import { defineFault } from '../../fault.ts';
import { sent, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-lowercases-email',
  breaks:
    'A registered user is verified by its e-mail and its code; here the e-mail is stored in lower case, but looked up as written.',
  section: '1',
  level: 'stated',
  owner: 'register/then-verify',
  apply(server) {
    wrap(server, 'register', (inner) => async (call, tenant) => {
      const answer = await inner(call, tenant);
      const email = String(sent(call)['email']);
      const stored = email.toLowerCase();
      const user = server.users.get(server.steps.userKey(email, tenant));
      if (user && stored !== email && answer.status < 300) {
        server.users.delete(server.steps.userKey(email, tenant));
        server.users.set(server.steps.userKey(stored, tenant), user);
      }
      return answer;
    });
  },
});
