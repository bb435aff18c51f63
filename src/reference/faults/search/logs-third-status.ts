import { defineFault } from '../../fault.ts';
import { keepOnly } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-third-status',
  breaks: 'What succeeded and what failed make up the log; here some entries are pending, and under neither filter.',
  section: '3',
  level: 'derived',
  owner: 'logs/status-partition',
  apply: (server) => keepOnly(server, ({ index }, { query }) => query.status === undefined || index % 13 !== 5),
});
