import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-ignored-with-sort',
  breaks: 'Filters hold together; here status is ignored beside a sort by status.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/combined-filters',
  apply: (server) => misread(server, ({ sortBy }) => (sortBy === 'status' ? { status: undefined } : {})),
});
