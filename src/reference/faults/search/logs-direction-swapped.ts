import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-direction-swapped',
  breaks: 'Ascending is from old to new, on all pages together; here asc is from new to old.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/sort-by-range',
  apply: (server) => misread(server, ({ direction }) => ({ direction: direction === 'asc' ? 'desc' : 'asc' })),
});
