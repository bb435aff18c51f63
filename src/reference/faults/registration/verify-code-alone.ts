import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-code-alone',
  breaks: 'A code serves the user that it was sent to; here any pending code verifies any pending user.',
  section: '1',
  level: 'derived',
  owner: 'verify/other-users-code',
  apply(server) {
    wrap(
      server,
      'codeMatches',
      (inner) => (user, code) =>
        inner(user, code) ||
        (!user.verified && [...server.users.values()].some((other) => !other.verified && inner(other, code))),
    );
  },
});
