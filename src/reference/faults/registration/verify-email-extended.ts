import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-email-extended',
  breaks: 'An e-mail that nobody registered is not verified; here what follows it is ignored.',
  section: '1',
  level: 'derived',
  owner: 'verify/unknown-email',
  apply(server) {
    wrap(
      server,
      'findUser',
      (inner) => (email, tenant) =>
        inner(email, tenant) ?? [...server.users.values()].find((user) => email.startsWith(user.email)),
    );
  },
});
