import { defineFault } from '../../fault.ts';
import { mistake } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-email-length',
  breaks:
    'An e-mail that nobody registered is not verified; here only length and last character are compared, by a bad hash.',
  section: '1',
  level: 'derived',
  owner: 'verify/unknown-email',
  apply(server) {
    mistake(server, (email, user) => user.email.length === email.length && user.email.at(-1) === email.at(-1));
  },
});
