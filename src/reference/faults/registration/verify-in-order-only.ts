import { refused } from '../../accounts.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-in-order-only',
  breaks:
    'A registered user is verified by its e-mail and its code; here codes are a queue: users are verified in the order of their registration, or not at all.',
  section: '1',
  level: 'stated',
  owner: 'register/then-verify',
  apply(server) {
    const queue: string[] = [];
    wrap(server, 'deliver', (inner) => (user, code) => {
      queue.push(user.email);
      inner(user, code);
    });
    wrap(server, 'settle', (inner) => (user) => {
      if (queue.shift() !== user.email) throw refused();
      inner(user);
    });
  },
});
