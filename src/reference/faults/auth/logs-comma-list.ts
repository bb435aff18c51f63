import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-comma-list',
  breaks: 'The header has the form Bearer and a token; here a list of several credentials is waved through.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/malformed-header',
  apply: (server) => letIn(server, 'logs', (_token, header) => (header ?? '').includes(',')),
});
