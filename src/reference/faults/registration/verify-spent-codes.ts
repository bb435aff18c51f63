import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-spent-codes',
  breaks: 'A code serves the user that it was sent to; here codes that others have used verify anybody.',
  section: '1',
  level: 'derived',
  owner: 'verify/other-users-code',
  apply(server) {
    const spent = new Set<number>();
    wrap(server, 'codeMatches', (inner) => (user, code) => {
      const right = inner(user, code);
      if (right) spent.add(code);
      return right || (!user.verified && spent.has(code));
    });
  },
});
