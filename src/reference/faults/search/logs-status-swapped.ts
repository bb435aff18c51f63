import { defineFault } from '../../fault.ts';
import { misread } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-swapped',
  breaks: 'Each entry under a status has it; here the two are swapped.',
  section: '4.4',
  level: 'declared',
  owner: 'logs/status-truth',
  apply: (server) =>
    misread(server, ({ status }) => (status ? { status: status === 'failed' ? 'succeeded' : 'failed' } : {})),
});
