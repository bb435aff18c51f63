import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-ignored-with-range',
  breaks: 'Filters hold together; here status is ignored beside a range.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/combined-filters',
  apply: (server) =>
    misread(server, ({ from, to }) => (from !== undefined || to !== undefined ? { status: undefined } : {})),
});
