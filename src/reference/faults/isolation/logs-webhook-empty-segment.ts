import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-webhook-empty-segment',
  breaks: 'A search is of one webhook; here an empty id means all webhooks.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/one-webhook',
  apply(server) {
    wrap(server, 'route', (inner) => (call) => {
      if (call.path === '/v2/webhooks//logs/search') call.path = '/v2/webhooks/wh_1/logs/search';
      inner(call);
    });
  },
});
