import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-from-lost-on-next',
  breaks: 'Later pages obey the query; here from is lost with next.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/filters-survive-paging',
  apply: (server) => misread(server, (_query, cursor) => (cursor?.direction === 'next' ? { from: undefined } : {})),
});
