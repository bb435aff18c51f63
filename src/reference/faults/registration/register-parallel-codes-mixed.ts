import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-parallel-codes-mixed',
  breaks:
    'A registered user is verified by its e-mail and its code; here the code of registrations at once is kept in one variable.',
  section: '1',
  level: 'stated',
  owner: 'register/then-verify',
  apply(server) {
    let shared = '';
    wrap(server, 'newCode', (inner) => (email) => {
      shared = inner(email);
      return shared;
    });
    wrap(server, 'deliver', (inner) => (user) => void setTimeout(() => inner(user, shared), 2));
  },
});
