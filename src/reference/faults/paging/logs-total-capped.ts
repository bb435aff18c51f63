import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-total-capped',
  breaks: 'A walk yields what totalItems counts; here the total stops at 100, as a search engine’s does.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply: (server) => wrap(server, 'total', () => (view) => Math.min(100, view.length)),
});
