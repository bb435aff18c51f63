import { defineFault } from '../../fault.ts';
import { mistake } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-email-local-part',
  breaks: 'An e-mail that nobody registered is not verified; here the part after the @ is not compared.',
  section: '1',
  level: 'derived',
  owner: 'verify/unknown-email',
  apply(server) {
    mistake(server, (email, user) => user.email.split('@')[0] === email.split('@')[0]);
  },
});
