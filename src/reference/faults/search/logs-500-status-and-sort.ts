import { defineFault } from '../../fault.ts';
import { asked, failed, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-500-status-and-sort',
  breaks: 'No request of the stated types is the server’s undoing; here a status and a sort key together do.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply: (server) =>
    instead(server, 'logs', (call) => (asked(call).has('status') && asked(call).has('sortBy') ? failed() : undefined)),
});
