import { defineFault } from '../../fault.ts';
import { asked, failed, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-500-prev',
  breaks: 'No request of the stated types is the server’s undoing; here going back reads before the first row.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply: (server) => instead(server, 'logs', (call) => (asked(call).has('prev') ? failed() : undefined)),
});
