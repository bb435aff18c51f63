import { defineFault } from '../../fault.ts';
import { recut } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-gap-at-borders',
  breaks: 'A walk yields what totalItems counts; here one entry is skipped at each border.',
  section: '2',
  level: 'derived',
  owner: 'logs/walk-complete',
  apply: (server) =>
    recut(server, ({ start }, _view, { cursor }) => (cursor?.direction === 'next' ? { start: start + 1 } : {})),
});
