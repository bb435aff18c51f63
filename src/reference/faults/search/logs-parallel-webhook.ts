import { setTimeout as delay } from 'node:timers/promises';
import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-parallel-webhook',
  breaks:
    'Searches at once do not touch each other; here the webhook is a global: of two in flight, the later is answered twice.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/parallel',
  apply(server) {
    let current = '';
    wrap(server, 'logs', (inner) => async (call, tenant) => {
      current = call.webhookId;
      await delay(4);
      const mine = call.search.includes('next=') || call.search.includes('prev=');
      return inner(mine ? call : { ...call, webhookId: current }, tenant);
    });
  },
});
