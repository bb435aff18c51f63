import { defineFault } from '../../fault.ts';
import { openPath } from '../../tampering.ts';

export const fault = defineFault({
  name: 'register-trailing-slash-open',
  breaks: 'register: another spelling of the path is no way around the token; here a trailing slash is.',
  section: '5',
  level: 'derived',
  owner: 'auth/register/path-variants',
  apply: (server) => openPath(server, 'register', (path) => path.replace(/\/$/, '')),
});
