import { setTimeout as delay } from 'node:timers/promises';
import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-parallel-refused',
  breaks: 'register: the same request has the same outcome each time; here two at once are one too many.',
  section: '4.2',
  level: 'derived',
  owner: 'register/same-every-time',
  apply(server) {
    let inFlight = 0;
    wrap(server, 'register', (inner) => async (call, tenant) => {
      if (inFlight > 0) return problem(409, 'Another request is in progress.');
      inFlight += 1;
      await delay(3);
      inFlight -= 1;
      return inner(call, tenant);
    });
  },
});
