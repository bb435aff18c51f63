import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-webhook-not-decoded',
  breaks: 'Ids are compared after percent-decoding, and exactly; here it is not decoded.',
  section: 'RFC 3986 §6.2.2.2',
  level: 'advisory',
  owner: 'logs/webhook-id',
  apply(server) {
    wrap(server, 'route', (inner) => (call) => {
      inner(call);
      if (call.operation === 'logs') call.webhookId = call.path.split('/')[3]!;
    });
  },
});
