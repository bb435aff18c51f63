import { defineFault } from '../../fault.ts';
import { mistake } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-email-glob',
  breaks: 'An e-mail that nobody registered is not verified; here an asterisk stands for anything.',
  section: '1',
  level: 'derived',
  owner: 'verify/unknown-email',
  apply(server) {
    mistake(
      server,
      (email, user) =>
        email.includes('*') &&
        new RegExp(`^${email.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 's').test(user.email),
    );
  },
});
