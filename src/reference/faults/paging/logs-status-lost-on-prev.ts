import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-lost-on-prev',
  breaks: 'Later pages obey the query; here status is lost with prev.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/filters-survive-paging',
  apply: (server) => misread(server, (_query, cursor) => (cursor?.direction === 'prev' ? { status: undefined } : {})),
});
