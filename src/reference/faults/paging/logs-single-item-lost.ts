import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-single-item-lost',
  breaks: 'A walk yields what totalItems counts; here a log of one entry is shown empty.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply: (server) => recut(server, ({ start }, view) => (view.length === 1 ? { end: start } : {})),
});
