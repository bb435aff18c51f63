import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-always-failed',
  breaks: 'What succeeded and what failed make up the log; here both values mean failed.',
  section: '3',
  level: 'derived',
  owner: 'logs/status-partition',
  apply: (server) => misread(server, (query) => (query.status ? { status: 'failed' } : {})),
});
