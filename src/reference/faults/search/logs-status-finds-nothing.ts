import { defineFault } from '../../fault.ts';
import { keepOnly } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-finds-nothing',
  breaks:
    'What succeeded and what failed make up the log; here status=succeeded compares with another spelling and finds nothing.',
  section: '3',
  level: 'derived',
  owner: 'logs/status-partition',
  apply: (server) => keepOnly(server, (_entry, { query }) => query.status !== 'succeeded'),
});
