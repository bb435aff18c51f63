import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-one-more',
  breaks: 'A walk yields what totalItems counts; here the total is one more than there are.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply: (server) => wrap(server, 'total', () => (view) => view.length + 1),
});
