import { defineFault } from '../../fault.ts';
import { sent, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-digits-email-lost',
  breaks:
    'A registered user is verified by its e-mail and its code; here an e-mail that begins with a digit is stored as a number.',
  section: '1',
  level: 'stated',
  owner: 'register/then-verify',
  apply(server) {
    wrap(server, 'register', (inner) => async (call, tenant) => {
      const answer = await inner(call, tenant);
      const email = String(sent(call)['email']);
      const stored = /^\d/.test(email) ? String(Number.parseInt(email, 10)) : email;
      const user = server.users.get(server.steps.userKey(email, tenant));
      if (user && stored !== email && answer.status < 300) {
        server.users.delete(server.steps.userKey(email, tenant));
        server.users.set(server.steps.userKey(stored, tenant), user);
      }
      return answer;
    });
  },
});
