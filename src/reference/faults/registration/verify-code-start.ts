import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-code-start',
  breaks: 'A wrong code verifies nobody; here the first four digits are enough.',
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
      return right !== undefined && (right.startsWith(String(code)) || String(code).slice(0, 4) === right.slice(0, 4));
    });
  },
});
