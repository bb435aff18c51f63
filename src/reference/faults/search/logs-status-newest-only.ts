import { defineFault } from '../../fault.ts';
import { keepOnly } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-newest-only',
  breaks: 'What succeeded and what failed make up the log; here a filter looks at the hundred newest entries only.',
  section: '3',
  level: 'derived',
  owner: 'logs/status-partition',
  apply: (server) =>
    keepOnly(server, ({ index }, { query, log }) => query.status === undefined || index >= log.length - 100),
});
