import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-absent-header',
  breaks: 'A create request without an Authorization header is refused; here only a header that is there is looked at.',
  section: '5',
  level: 'stated',
  owner: 'auth/create/no-header',
  apply: (server) => letIn(server, 'create', (_token, header) => header === undefined),
});
