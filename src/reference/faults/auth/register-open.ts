import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-open',
  breaks: 'The register operation takes a bearer token; here it takes anything.',
  section: '5',
  level: 'stated',
  owner: 'auth/register/no-header',
  apply: (server) => letIn(server, 'register', () => true),
});
