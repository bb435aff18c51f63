import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-any-basic',
  breaks: 'The header has the form Bearer and a token; here any Basic credentials pass.',
  section: '5',
  level: 'stated',
  owner: 'auth/register/malformed-header',
  apply: (server) => letIn(server, 'register', (_token, header) => /^basic /i.test(header ?? '')),
});
