import { defineFault } from '../../fault.ts';
import { openPath } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-double-slash-open',
  breaks: 'Another spelling of the path is no way around the token; here a doubled slash is.',
  section: '5',
  level: 'derived',
  owner: 'auth/create/path-variants',
  apply: (server) => openPath(server, 'create', (path) => path.replace(/\/{2,}/g, '/')),
});
