import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-absent-header',
  breaks: 'A logs request without an Authorization header is refused; here only a header that is there is looked at.',
  section: '5',
  level: 'stated',
  owner: 'auth/logs/no-header',
  apply: (server) => letIn(server, 'logs', (_token, header) => header === undefined),
});
