import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-swapped',
  breaks: 'Beyond the last entry, and before the first, there is none; here from and to are swapped.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/range-far',
  apply: (server) => misread(server, ({ from, to }) => ({ from: to, to: from })),
});
