import { defineFault } from '../../fault.ts';
import { openPath } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-case-open',
  breaks: 'Another spelling of the path is no way around the token; here capitals are.',
  section: '5',
  level: 'derived',
  owner: 'auth/register/path-variants',
  apply: (server) => openPath(server, 'register', (path) => path.toLowerCase()),
});
