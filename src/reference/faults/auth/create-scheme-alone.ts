import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-scheme-alone',
  breaks: 'The header has the form Bearer and a token; here the scheme alone will do.',
  section: '5',
  level: 'stated',
  owner: 'auth/create/malformed-header',
  apply: (server) => letIn(server, 'create', (_token, header) => /^bearer$/i.test(header ?? '')),
});
