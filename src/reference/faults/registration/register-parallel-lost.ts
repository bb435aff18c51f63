import { setTimeout as delay } from 'node:timers/promises';
import { defineFault } from '../../fault.ts';
import { sent, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-parallel-lost',
  breaks:
    'A registered user is verified by its e-mail and its code; here two registrations at once write over each other’s file.',
  section: '1',
  level: 'stated',
  owner: 'register/then-verify',
  apply(server) {
    let inFlight = 0;
    wrap(server, 'register', (inner) => async (call, tenant) => {
      inFlight += 1;
      const alone = inFlight === 1;
      await delay(2);
      const answer = await inner(call, tenant);
      inFlight -= 1;
      if (!alone) server.users.delete(server.steps.userKey(String(sent(call)['email']), tenant));
      return answer;
    });
  },
});
