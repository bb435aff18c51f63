import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-ignored',
  breaks: 'What succeeded and what failed make up the log; here status is ignored.',
  section: '3',
  level: 'derived',
  owner: 'logs/status-partition',
  apply: (server) => misread(server, () => ({ status: undefined })),
});
