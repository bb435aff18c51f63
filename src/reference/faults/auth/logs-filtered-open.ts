import { defineFault } from '../../fault.ts';
import { asked, letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-filtered-open',
  breaks: 'Every page needs the token; here a search with a status is routed around the check.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/every-page',
  apply: (server) => letIn(server, 'logs', (_token, _header, call) => asked(call).has('status')),
});
