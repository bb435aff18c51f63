import { setTimeout as delay } from 'node:timers/promises';
import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-parallel-refused',
  breaks: 'verify: the same request has the same outcome each time; here two at once are one too many.',
  section: '4.3',
  level: 'derived',
  owner: 'verify/same-every-time',
  apply(server) {
    let inFlight = 0;
    wrap(server, 'verify', (inner) => async (call, tenant) => {
      if (inFlight > 0) return problem(409, 'Another request is in progress.');
      inFlight += 1;
      await delay(3);
      inFlight -= 1;
      return inner(call, tenant);
    });
  },
});
