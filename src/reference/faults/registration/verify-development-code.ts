import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-development-code',
  breaks: 'A wrong code verifies nobody; here 123456 and 000000 verify everybody.',
  section: '1',
  level: 'derived',
  owner: 'verify/wrong-code',
  apply: (server) =>
    wrap(server, 'codeMatches', (inner) => (user, code) => [0, 123_456].includes(code) || inner(user, code)),
});
