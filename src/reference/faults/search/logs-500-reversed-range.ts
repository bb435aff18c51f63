import { defineFault } from '../../fault.ts';
import { asked, failed, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-500-reversed-range',
  breaks: 'No request of the stated types is the server’s undoing; here a range that ends before it begins is.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply: (server) =>
    instead(server, 'logs', (call) => {
      const [from, to] = [Date.parse(asked(call).get('from') ?? ''), Date.parse(asked(call).get('to') ?? '')];
      return from > to ? failed() : undefined;
    }),
});
