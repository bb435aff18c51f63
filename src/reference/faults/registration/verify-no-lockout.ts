import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-no-lockout',
  breaks: 'Guessing is stopped after a few wrong codes; here it may go on for ever.',
  section: 'OWASP API2',
  level: 'advisory',
  owner: 'verify/lockout',
  apply(server) {
    wrap(server, 'countFailure', () => () => {});
  },
});
