import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-from-wins',
  breaks: 'from and to hold together, and each alone is enough; here with both, only from counts.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-and',
  apply: (server) =>
    misread(server, ({ from, to }) => (from !== undefined && to !== undefined ? { to: undefined } : {})),
});
