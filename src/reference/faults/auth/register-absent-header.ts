import { defineFault } from '../../fault.ts';
import { letIn } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-absent-header',
  breaks:
    'A register request without an Authorization header is refused; here only a header that is there is looked at.',
  section: '5',
  level: 'stated',
  owner: 'auth/register/no-header',
  apply: (server) => letIn(server, 'register', (_token, header) => header === undefined),
});
