import { defineFault } from '../../fault.ts';
import { mistake } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-email-like',
  breaks: 'An e-mail that nobody registered is not verified; here it goes into a LIKE pattern.',
  section: '1',
  level: 'derived',
  owner: 'verify/unknown-email',
  apply(server) {
    mistake(
      server,
      (email, user) =>
        /[%_]/.test(email) &&
        new RegExp(
          `^${email
            .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
            .replaceAll('%', '.*')
            .replaceAll('_', '.')}$`,
          's',
        ).test(user.email),
    );
  },
});
