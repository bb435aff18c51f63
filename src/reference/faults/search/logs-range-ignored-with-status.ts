import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-range-ignored-with-status',
  breaks: 'Filters hold together; here the range is ignored beside a status.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/combined-filters',
  apply: (server) => misread(server, ({ status }) => (status ? { from: undefined, to: undefined } : {})),
});
