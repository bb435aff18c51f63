import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-overlap',
  breaks: 'A walk yields what totalItems counts; here each page begins with the last entry of the one before.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply: (server) =>
    recut(server, ({ start }, _view, { cursor }) => (cursor?.direction === 'next' ? { start: start - 1 } : {})),
});
