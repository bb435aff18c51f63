import { defineFault } from '../../fault.ts';
import { openPath } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-trailing-slash-open',
  breaks: 'logs: another spelling of the path is no way around the token; here a trailing slash is.',
  section: '5',
  level: 'derived',
  owner: 'auth/logs/path-variants',
  apply: (server) => openPath(server, 'logs', (path) => path.replace(/\/$/, '')),
});
