import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-same-domain-code',
  breaks: 'A code serves the user that it was sent to; here users of one domain share their codes.',
  section: '1',
  level: 'derived',
  owner: 'verify/other-users-code',
  apply(server) {
    const domain = (email: string) => email.slice(email.indexOf('@'));
    wrap(
      server,
      'codeMatches',
      (inner) => (user, code) =>
        inner(user, code) ||
        (!user.verified &&
          [...server.users.values()].some((other) => domain(other.email) === domain(user.email) && inner(other, code))),
    );
  },
});
