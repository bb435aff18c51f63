import { defineFault } from '../../fault.ts';
import { asked, failed, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-500-unicode-sort',
  breaks: 'No request of the stated types is the server’s undoing; here a sort key beyond ASCII is.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply: (server) =>
    instead(server, 'logs', (call) => (/\P{ASCII}/u.test(asked(call).get('sortBy') ?? '') ? failed() : undefined)),
});
