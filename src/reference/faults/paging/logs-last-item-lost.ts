import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-last-item-lost',
  breaks: 'A walk yields what totalItems counts; here the last entry is never delivered.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply: (server) => recut(server, ({ end }, view) => (end === view.length && end > 1 ? { end: end - 1 } : {})),
});
