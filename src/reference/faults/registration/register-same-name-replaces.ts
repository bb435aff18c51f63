import { defineFault } from '../../fault.ts';
import { sent, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-same-name-replaces',
  breaks:
    'A registered user is verified by its e-mail and its code; here users are kept by their names, and the second of one name replaces the first.',
  section: '1',
  level: 'stated',
  owner: 'register/then-verify',
  apply(server) {
    const keys = new Map<string, string>();
    wrap(server, 'register', (inner) => async (call, tenant) => {
      const answer = await inner(call, tenant);
      if (answer.status >= 300) return answer;
      const { firstName, lastName, email } = sent(call);
      const before = keys.get(`${firstName} ${lastName}`);
      if (before !== undefined) server.users.delete(before);
      keys.set(`${firstName} ${lastName}`, server.steps.userKey(String(email), tenant));
      return answer;
    });
  },
});
