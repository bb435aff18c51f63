import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-code-negative',
  breaks: 'A wrong code verifies nobody; here the sign does not matter.',
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
      return right !== undefined && -code === Number(right);
    });
  },
});
