import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-email-like',
  breaks: 'An e-mail that nobody registered is not verified; here it goes into a LIKE pattern.',
  section: '1',
  level: 'derived',
  owner: 'verify/unknown-email',
  apply(server) {
    wrap(
      server,
      'findUser',
      (inner) => (email, tenant) =>
        inner(email, tenant) ??
        [...server.users.values()].find(
          (user) =>
            /[%_]/.test(email) &&
            new RegExp(
              `^${email
                .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
                .replaceAll('%', '.*')
                .replaceAll('_', '.')}$`,
              's',
            ).test(user.email),
        ),
    );
  },
});
