import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-second-try',
  breaks: 'A wrong code verifies nobody; here after one wrong code any other does.',
  section: '1',
  level: 'derived',
  owner: 'verify/wrong-code',
  apply(server) {
    const codes = new Map<string, string>();
    wrap(server, 'deliver', (inner) => (user, code) => {
      codes.set(user.email, code);
      inner(user, code);
    });
    wrap(server, 'codeMatches', (inner) => (user, code) => {
      if (inner(user, code)) return true;
      const right = user.verified ? undefined : codes.get(user.email);
      return right !== undefined && user.failures > 0;
    });
  },
});
