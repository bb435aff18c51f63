import { defineFault } from '../../fault.ts';
import { mistake } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-email-start',
  breaks: 'An e-mail that nobody registered is not verified; here its beginning is enough.',
  section: '1',
  level: 'derived',
  owner: 'verify/unknown-email',
  apply(server) {
    mistake(server, (email, user) => user.email.startsWith(email));
  },
});
