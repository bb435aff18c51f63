import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-lost-on-next',
  breaks: 'Later pages obey the query; here status is lost with next.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/filters-survive-paging',
  apply: (server) => misread(server, (_query, cursor) => (cursor?.direction === 'next' ? { status: undefined } : {})),
});
