import { defineFault } from '../../fault.ts';
import { letIn, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-connection-remembers',
  breaks: 'verify: each request carries its token; here a connection that showed a good one once stays open to all.',
  section: '5',
  level: 'stated',
  owner: 'auth/verify/never-remembered',
  apply(server) {
    const known = new WeakSet<object>();
    wrap(server, 'authenticate', (inner) => (call) => {
      const tenant = inner(call);
      known.add(call.request.socket);
      return tenant;
    });
    letIn(server, 'verify', (_token, _header, call) => known.has(call.request.socket));
  },
});
