import { problem } from '../../answer.ts';
import { defineFault } from '../../fault.ts';
import { instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-tenth-on-connection',
  breaks: 'The same request has the same outcome each time; here the tenth request of a connection is refused.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/same-every-time',
  apply(server) {
    const seen = new WeakMap<object, number>();
    instead(server, 'logs', (call) => {
      const count = (seen.get(call.request.socket) ?? 0) + 1;
      seen.set(call.request.socket, count);
      return count % 10 === 0 ? problem(400, 'The connection is tired.') : undefined;
    });
  },
});
