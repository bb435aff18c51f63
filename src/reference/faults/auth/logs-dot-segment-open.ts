import { defineFault } from '../../fault.ts';
import { openPath } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-dot-segment-open',
  breaks: 'Another spelling of the path is no way around the token; here dot segments are.',
  section: '5',
  level: 'derived',
  owner: 'auth/logs/path-variants',
  apply: (server) =>
    openPath(server, 'logs', (path) => path.replace(/\/\.(?=\/|$)/g, '').replace(/\/[^/]+\/\.\.(?=\/|$)/g, '')),
});
