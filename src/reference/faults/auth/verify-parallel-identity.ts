import { setTimeout as delay } from 'node:timers/promises';
import { defineFault } from '../../fault.ts';
import { letIn, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-parallel-identity',
  breaks: 'Each request carries its token; here the identity is a global, set while good requests are in flight.',
  section: '5',
  level: 'stated',
  owner: 'auth/verify/never-remembered',
  apply(server) {
    let inFlight = 0;
    wrap(server, 'verify', (inner) => async (call, tenant) => {
      inFlight += 1;
      await delay(5);
      inFlight -= 1;
      return inner(call, tenant);
    });
    letIn(server, 'verify', () => inFlight > 0);
  },
});
