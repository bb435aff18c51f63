import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-open',
  breaks: 'The create operation takes a bearer token; here it takes anything.',
  section: '5',
  level: 'stated',
  owner: 'auth/create/no-header',
  apply: (server) => letIn(server, 'create', () => true),
});
