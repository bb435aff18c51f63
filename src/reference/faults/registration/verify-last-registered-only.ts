import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-last-registered-only',
  breaks:
    'A registered user is verified by its e-mail and its code; here only the user that was registered last is pending.',
  section: '1',
  level: 'stated',
  owner: 'register/then-verify',
  apply(server) {
    let last = '';
    wrap(server, 'deliver', (inner) => (user, code) => {
      last = user.email;
      inner(user, code);
    });
    wrap(server, 'findUser', (inner) => (email, tenant) => (email === last ? inner(email, tenant) : undefined));
  },
});
