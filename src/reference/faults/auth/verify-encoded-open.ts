import { defineFault } from '../../fault.ts';
import { attempt, openPath } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-encoded-open',
  breaks: 'Another spelling of the path is no way around the token; here percent-encoded letters are.',
  section: '5',
  level: 'derived',
  owner: 'auth/verify/path-variants',
  apply: (server) => openPath(server, 'verify', (path) => attempt(() => unescape(path)) ?? path),
});
