import { defineFault } from '../../fault.ts';
import { asked, failed, instead } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-500-all-parameters',
  breaks: 'No request of the stated types is the server’s undoing; here all filters together make broken SQL.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/no-server-error',
  apply: (server) =>
    instead(server, 'logs', (call) =>
      ['status', 'sortBy', 'sortDirection', 'from', 'to'].every((name) => asked(call).has(name)) ? failed() : undefined,
    ),
});
