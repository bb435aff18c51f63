import { defineFault } from '../../fault.ts';
import { letIn, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-remembers-a-moment',
  breaks: 'Each request carries its token; here the identity of a good request lingers for 50 ms.',
  section: '5',
  level: 'stated',
  owner: 'auth/create/never-remembered',
  apply(server) {
    let until = 0;
    wrap(server, 'authenticate', (inner) => (call) => {
      const tenant = inner(call);
      until = Date.now() + 50;
      return tenant;
    });
    letIn(server, 'create', () => Date.now() < until);
  },
});
