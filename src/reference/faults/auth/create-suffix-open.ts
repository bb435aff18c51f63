import { defineFault } from '../../fault.ts';
import { openPath } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-suffix-open',
  breaks: 'Another spelling of the path is no way around the token; here a suffix .json is.',
  section: '5',
  level: 'derived',
  owner: 'auth/create/path-variants',
  apply: (server) => openPath(server, 'create', (path) => path.replace(/\.json$/, '')),
});
