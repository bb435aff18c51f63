import { defineFault } from '../../fault.ts';
import { onSuccess } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-status-206',
  breaks: 'A success has the declared status; here a page that is followed by another is 206.',
  section: '4',
  level: 'declared',
  owner: 'logs/success-status',
  apply(server) {
    onSuccess(server, 'logs', (answer) =>
      'next' in (answer.body as { cursor: object }).cursor ? { ...answer, status: 206 } : answer,
    );
  },
});
