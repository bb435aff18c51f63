import { setTimeout as delay } from 'node:timers/promises';
import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-parallel-refused',
  breaks: 'create: the same request has the same outcome each time; here two at once are one too many.',
  section: '4.1',
  level: 'derived',
  owner: 'create/same-every-time',
  apply(server) {
    let inFlight = 0;
    wrap(server, 'create', (inner) => async (call, tenant) => {
      if (inFlight > 0) return problem(409, 'Another request is in progress.');
      inFlight += 1;
      await delay(3);
      inFlight -= 1;
      return inner(call, tenant);
    });
  },
});
