import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-one-less',
  breaks: 'A walk yields what totalItems counts; here the total is one less than there are.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply: (server) => wrap(server, 'total', () => (view) => Math.max(0, view.length - 1)),
});
