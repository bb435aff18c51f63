import { defineFault } from '../../fault.ts';
import { sent, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-unicode-email-lost',
  breaks:
    'A registered user is verified by its e-mail and its code; here characters beyond Latin 1 are stored as question marks.',
  section: '1',
  level: 'stated',
  owner: 'register/then-verify',
  apply(server) {
    wrap(server, 'register', (inner) => async (call, tenant) => {
      const answer = await inner(call, tenant);
      const email = String(sent(call)['email']);
      const stored = [...email].map((one) => (one > '\u00ff' ? '?' : one)).join('');
      const user = server.users.get(server.steps.userKey(email, tenant));
      if (user && stored !== email && answer.status < 300) {
        server.users.delete(server.steps.userKey(email, tenant));
        server.users.set(server.steps.userKey(stored, tenant), user);
      }
      return answer;
    });
  },
});
