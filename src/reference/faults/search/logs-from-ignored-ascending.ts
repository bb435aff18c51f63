import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-from-ignored-ascending',
  breaks: 'Filters hold together; here from is ignored in ascending order beside a status.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/combined-filters',
  apply: (server) =>
    misread(server, ({ direction, status }) => (direction === 'asc' && status ? { from: undefined } : {})),
});
