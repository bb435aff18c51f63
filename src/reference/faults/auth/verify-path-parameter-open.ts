import { defineFault } from '../../fault.ts';
import { openPath } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-path-parameter-open',
  breaks: 'Another spelling of the path is no way around the token; here a path parameter is.',
  section: '5',
  level: 'derived',
  owner: 'auth/verify/path-variants',
  apply: (server) => openPath(server, 'verify', (path) => path.replace(/;[^/]*/g, '')),
});
