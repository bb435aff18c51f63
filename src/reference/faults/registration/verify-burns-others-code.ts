import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-burns-others-code',
  breaks: 'A code serves the user that it was sent to; here a code tried with another e-mail no longer serves its own.',
  section: '1',
  level: 'derived',
  owner: 'verify/other-users-code',
  apply(server) {
    wrap(server, 'codeMatches', (inner) => (user, code) => {
      if (inner(user, code)) return true;
      for (const other of server.users.values()) if (other !== user && inner(other, code)) other.code = undefined;
      return false;
    });
  },
});
