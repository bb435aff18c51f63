import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-open',
  breaks: 'The verify operation takes a bearer token; here it takes anything.',
  section: '5',
  level: 'stated',
  owner: 'auth/verify/no-header',
  apply: (server) => letIn(server, 'verify', () => true),
});
