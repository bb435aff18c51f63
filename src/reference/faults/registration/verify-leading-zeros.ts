import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-leading-zeros',
  breaks:
    'A registered user is verified by its e-mail and its code; here a code with leading zeros is kept as text and compared as a number’s text.',
  section: '1',
  level: 'stated',
  owner: 'register/then-verify',
  apply: (server) => wrap(server, 'codeMatches', (inner) => (user, code) => code >= 100_000 && inner(user, code)),
});
