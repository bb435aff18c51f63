import { defineFault } from '../../fault.ts';
import { tokens } from '../../server.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-token-without-scheme',
  breaks: 'The specification names one form of the token; here it also goes without a scheme.',
  section: '5',
  level: 'advisory',
  owner: 'auth/create/other-forms',
  apply: (server) => letIn(server, 'create', (_token, header) => header === tokens.valid),
});
