import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-last-code',
  breaks:
    'A code serves the user that it was sent to; here the code that was sent last, to whomever, verifies anybody.',
  section: '1',
  level: 'derived',
  owner: 'verify/other-users-code',
  apply(server) {
    wrap(server, 'codeMatches', (inner) => (user, code) => {
      const last = [...server.users.values()].at(-1);
      return inner(user, code) || (!user.verified && last !== undefined && inner(last, code));
    });
  },
});
