import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-direction-ignored',
  breaks: 'asc and desc are two orders; here the direction is ignored.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/sort-direction',
  apply: (server) => misread(server, () => ({ direction: 'desc' })),
});
