import { setTimeout as delay } from 'node:timers/promises';
import { defineFault } from '../../fault.ts';
import { asked, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-parallel-query',
  breaks:
    'Searches at once do not touch each other; here the query is a global: of two in flight, the later is answered twice.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/parallel',
  apply(server) {
    let current = '';
    wrap(server, 'logs', (inner) => async (call, tenant) => {
      if (asked(call).has('next') || asked(call).has('prev')) return inner(call, tenant);
      current = call.search;
      await delay(4);
      return inner({ ...call, search: current }, tenant);
    });
  },
});
