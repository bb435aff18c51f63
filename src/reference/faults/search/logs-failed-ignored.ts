import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-failed-ignored',
  breaks: 'What succeeded and what failed make up the log; here status=failed is ignored.',
  section: '3',
  level: 'derived',
  owner: 'logs/status-partition',
  apply: (server) => misread(server, (query) => (query.status === 'failed' ? { status: undefined } : {})),
});
