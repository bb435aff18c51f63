import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-open',
  breaks: 'The logs operation takes a bearer token; here it takes anything.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/no-header',
  apply: (server) => letIn(server, 'logs', () => true),
});
