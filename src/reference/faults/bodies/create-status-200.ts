import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'create-status-200',
  breaks: 'A success has the declared status; here a creation is 200.',
  section: '4',
  level: 'declared',
  owner: 'create/success-status',
  apply: (server) => onSuccess(server, 'create', (answer) => ({ ...answer, status: 200 })),
});
