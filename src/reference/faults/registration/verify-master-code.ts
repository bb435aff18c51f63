import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-master-code',
  breaks: 'A wrong code verifies nobody; here one code, left from development, verifies everybody.',
  section: '1',
  level: 'derived',
  owner: 'verify/wrong-code',
  unseen: 'one code in a million shows it, and it is nobody’s neighbour',
  apply: (server) => wrap(server, 'codeMatches', (inner) => (user, code) => code === 918_273 || inner(user, code)),
});
