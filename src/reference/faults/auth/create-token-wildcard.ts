import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-token-wildcard',
  breaks: 'Only a token that was issued opens an operation; here a token goes into a LIKE pattern.',
  section: '5',
  level: 'stated',
  owner: 'auth/create/wrong-token',
  apply: (server) => letIn(server, 'create', (_token, header) => /^bearer +[*%]+$/i.test(header ?? '')),
});
