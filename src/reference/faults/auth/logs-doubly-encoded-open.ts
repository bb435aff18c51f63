import { defineFault } from '../../fault.ts';
import { attempt, openPath } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-doubly-encoded-open',
  breaks: 'Another spelling of the path is no way around the token; here what is encoded twice is.',
  section: '5',
  level: 'derived',
  owner: 'auth/logs/path-variants',
  apply: (server) => openPath(server, 'logs', (path) => attempt(() => unescape(unescape(path))) ?? path),
});
