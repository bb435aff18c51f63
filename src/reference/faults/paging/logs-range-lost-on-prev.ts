import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-lost-on-prev',
  breaks: 'Later pages obey the query; here the range is lost with prev.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/filters-survive-paging',
  apply: (server) =>
    misread(server, (_query, cursor) => (cursor?.direction === 'prev' ? { from: undefined, to: undefined } : {})),
});
