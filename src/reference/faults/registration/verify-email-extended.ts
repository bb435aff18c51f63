import { defineFault } from '../../fault.ts';
import { mistake } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-email-extended',
  breaks: 'An e-mail that nobody registered is not verified; here what follows it is ignored.',
  section: '1',
  level: 'derived',
  owner: 'verify/unknown-email',
  apply(server) {
    mistake(server, (email, user) => email.startsWith(user.email));
  },
});
