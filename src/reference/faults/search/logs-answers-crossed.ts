import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-answers-crossed',
  breaks: 'Searches at once do not touch each other; here of two searches in flight one gets the other’s answer.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/parallel',
  apply(server) {
    let waiting: Answer | undefined;
    let inFlight = 0;
    wrap(server, 'logs', (inner) => async (call, tenant) => {
      inFlight += 1;
      const own = await inner(call, tenant);
      waiting = own;
      await delay(3);
      const answer = inFlight > 1 && waiting ? waiting : own;
      inFlight -= 1;
      return answer;
    });
  },
});
