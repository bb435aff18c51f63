import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-digest',
  breaks: 'The header has the form Bearer and a token; here Digest credentials are not checked.',
  section: '5',
  level: 'stated',
  owner: 'auth/create/malformed-header',
  apply: (server) => letIn(server, 'create', (_token, header) => /^digest /i.test(header ?? '')),
});
