import { defineFault } from '../../fault.ts';
import { mistake } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-email-sql',
  breaks:
    'An e-mail that nobody registered is not verified; here a quote ends the SQL string and OR 1=1 finds the first user.',
  section: '1',
  level: 'derived',
  owner: 'verify/unknown-email',
  apply(server) {
    mistake(server, (email) => /'\s*or\s/i.test(email));
  },
});
