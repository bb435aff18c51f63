import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-wrong-length',
  breaks:
    'A success is one JSON text; here Content-Length counts characters, not octets, and cuts pages that hold more than ASCII.',
  section: 'intro',
  level: 'stated',
  owner: 'logs/json',
  apply(server) {
    wrap(server, 'send', (inner) => (call, answer, payload) => {
      if (call.operation !== 'logs' || answer.status !== 200) return inner(call, answer, payload);
      const octets = Buffer.from(payload);
      call.response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': payload.length });
      call.response.end(octets.subarray(0, payload.length));
    });
  },
});
