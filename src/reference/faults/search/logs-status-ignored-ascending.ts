import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-ignored-ascending',
  breaks: 'Filters hold together; here status is ignored in ascending order.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/combined-filters',
  apply: (server) => misread(server, ({ direction }) => (direction === 'asc' ? { status: undefined } : {})),
});
