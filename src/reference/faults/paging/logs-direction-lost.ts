import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-direction-lost',
  breaks: 'Later pages obey the query; here the direction is lost with a cursor.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/filters-survive-paging',
  apply: (server) => misread(server, (_query, cursor) => (cursor ? { direction: 'desc' } : {})),
});
