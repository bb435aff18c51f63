import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-absent-header',
  breaks: 'A verify request without an Authorization header is refused; here only a header that is there is looked at.',
  section: '5',
  level: 'stated',
  owner: 'auth/verify/no-header',
  apply: (server) => letIn(server, 'verify', (_token, header) => header === undefined),
});
