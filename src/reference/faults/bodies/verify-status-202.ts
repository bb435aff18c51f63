import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'verify-status-202',
  breaks: 'A success has the declared status; here a verification is 202.',
  section: '4',
  level: 'declared',
  owner: 'verify/success-status',
  apply: (server) => onSuccess(server, 'verify', (answer) => ({ ...answer, status: 202 })),
});
