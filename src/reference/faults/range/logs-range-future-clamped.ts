import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-future-clamped',
  breaks:
    'Beyond the last entry, and before the first, there is none; here a from that lies ahead is set back to 2024.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-far',
  apply: (server) =>
    misread(server, ({ from }) => (from !== undefined && from > server.clock() ? { from: Date.UTC(2024, 0, 1) } : {})),
});
